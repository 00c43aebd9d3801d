"""The figures of the pages. cmake/scripts/draw_figures.py draws them."""
