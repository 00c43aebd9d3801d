#!/usr/bin/env python3
"""Draws the figures of the pages.

    draw_figures.py FOLDER [NAME...]    writes all figures, or those named, into the folder
    draw_figures.py --check FOLDER      fails if one in the folder is not what is drawn now

They are in the modules of figures/, which compute what they show, or take it from measurements in docs/.
"""

import importlib
import pkgutil
import sys
from pathlib import Path

import figures
from figures import figure


def all_figures():
    """All figures, by name."""
    for module in pkgutil.iter_modules(figures.__path__):
        importlib.import_module(f"figures.{module.name}")
    return figure.FIGURES


def main(arguments):
    check = arguments[:1] == ["--check"]
    known = all_figures()
    if not arguments[check:] or set(arguments[check + 1:]) - set(known):
        sys.exit(f"{__doc__}\nNames: {' '.join(known)}")
    folder, *names = arguments[check:]
    old = []
    for name in names or known:
        file, svg = Path(folder, f"{name}.svg"), known[name]().svg()
        if not check:
            file.write_text(svg, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != svg:
            old.append(name)
    if old:
        sys.exit(f"Not what is drawn now. Draw again:\n  cmake/scripts/draw_figures.py docs/images {' '.join(old)}")


if __name__ == "__main__":
    main(sys.argv[1:])
