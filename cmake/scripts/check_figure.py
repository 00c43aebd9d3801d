#!/usr/bin/env python3
"""Draws the figure of a trace again and checks that it is what the solution's kernel touches.

    check_figure.py GRADER ROOT BUILD LESSON CHECK FIGURE [TEST [LAUNCH]]

FIGURE is a path below ROOT, such as docs/images/trace_masking.svg. It shows the first launch of the check's
first test, or another.
"""

import subprocess
import sys
from pathlib import Path


def main(arguments):
    if len(arguments) not in (6, 7, 8):
        sys.exit(__doc__)
    grader, root, build, lesson, check, figure = arguments[:6]
    drawn = Path(build) / "generated" / "figures" / Path(figure).name
    draw = [grader, "trace", lesson, check, "--tree", "solution"]
    draw += [part for pair in zip(("--test", "--launch"), arguments[6:]) for part in pair] + ["--figure"]
    run = subprocess.run([*draw, drawn, "--source-dir", root, "--build-dir", build])
    if run.returncode != 0:
        sys.exit(run.returncode)
    if drawn.read_bytes() != (Path(root) / figure).read_bytes():
        sys.exit(f"{figure} is not what the solution's kernel touches now. Draw it again:\n  "
                 + " ".join([*draw, figure]))


if __name__ == "__main__":
    main(sys.argv[1:])
