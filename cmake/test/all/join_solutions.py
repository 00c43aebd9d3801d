#!/usr/bin/env python3
"""join_solutions.py ROOT OUTPUT: writes a file for each lesson, OUTPUT/<lesson>.cu, with all of its solutions.

Each is in a namespace of its own, as in the tables of kernels, so the library's header is read once for
a lesson.
"""

import sys
from pathlib import Path

import make_kernels


def main():
    root, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    for folder in sorted((root / "solutions").iterdir()):
        expander = make_kernels.Expander(root / "lessons" / folder.name)
        parts = []
        for file in sorted(folder.glob("[1-9]_*.cpp")):
            kernel = make_kernels.Kernel(file.stem, file, file.read_text(encoding="utf-8"))
            parts.append(f"namespace {kernel.space()} {{\n"
                         f"{''.join(expander.expand(file, kernel.text, set()))}}}\n")
        if parts:
            joined = output / f"{folder.name}.cu"
            includes = "".join(f"{line}\n" for line in sorted(expander.others))
            joined.write_text(includes + "\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
