"""Tests; each stands alone and holds copies of the cases it needs."""
