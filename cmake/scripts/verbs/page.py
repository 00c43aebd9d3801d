"""What the learners' commands share: an error that the caller can put right, and a page of its own in light and dark."""

import html
import sys
from pathlib import Path

COLOURS = ("#2f6fb5", "#c2571a", "#3d8c40", "#8a4fa8", "#a88a00", "#b03060")
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kernelwright: {title}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
figure {{ margin: 1.5rem 0; }} svg {{ width: 100%; height: auto; }} text {{ font: 13px system-ui, sans-serif; fill: currentColor; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }} td.number {{ text-align: right; }}
</style></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""


class Problem(Exception):
    """Something that the caller can put right."""


def make_page(title, body):
    """A whole page, in light and dark."""
    return PAGE.format(title=html.escape(title), body=body)


def write(path, text):
    """Writes a file, and makes its folder where there is none."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Problem(f"{path} cannot be written: {problem.strerror}") from None


def exit_code(run, options):
    """Runs a command, and says in one line what the caller can put right."""
    try:
        run(options)
    except (Problem, OSError) as problem:
        print(f"course: {problem}", file=sys.stderr)
        return 1
    return 0
