"""Measures, run by hand from the checkout; nothing of it is installed. ``README.md`` tells how."""
