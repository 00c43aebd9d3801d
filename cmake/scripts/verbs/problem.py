"""What the learners' commands share: an error that the caller can put right."""

import sys


class Problem(Exception):
    """Something that the caller can put right."""


def exit_code(run, options):
    """Runs a command, and says in one line what the caller can put right."""
    try:
        run(options)
    except (Problem, OSError) as problem:
        print(f"course: {problem}", file=sys.stderr)
        return 1
    return 0
