"""Sheets as files and on the screen: one thin renderer a format. They draw what a sheet says and add nothing up."""
