#!/usr/bin/env python3
"""join_solutions.py ROOT OUTPUT.cu SOLUTION...: writes a file with these solutions, paths below ROOT/solutions.

Each is in a namespace of its own, as in the tables of kernels, so the library's header is read once for
all of them.
"""

import sys
from pathlib import Path

import make_kernels


def main():
    root, output = Path(sys.argv[1]), Path(sys.argv[2])
    expanders, parts = {}, []
    for name in sys.argv[3:]:
        file = root / "solutions" / name
        lesson = file.parent.name
        expander = expanders.setdefault(lesson, make_kernels.Expander(root / "lessons" / lesson))
        kernel = make_kernels.Kernel(f"{lesson}_{file.stem}", file, name, file.read_text(encoding="utf-8"))
        parts.append(f"namespace {kernel.space()} {{\n{''.join(expander.expand(file, kernel.text, set()))}}}\n")
    includes = sorted(set().union(*(expander.others for expander in expanders.values())))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(f"{line}\n" for line in includes) + "\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
