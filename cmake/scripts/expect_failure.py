#!/usr/bin/env python3
"""Succeeds when a test program fails as it must with a wrong kernel.

    expect_failure.py PROGRAM [KERNEL] [-- OPTION...]

The program is given the options. It must fail by its assertions (exit code 1) and not by a crash, and print every text that a
`// caught by: <text>` line of the kernel file names.
"""

import re
import subprocess
import sys
from pathlib import Path


class NotCaught(Exception):
    """The tests did not fail, or not as they must."""


def caught_by(kernel):
    """The texts that must be in the output of the tests, from a kernel file."""
    return [text.strip() for text in re.findall(r"// caught by: (.*)", kernel)]


def check(program, kernel=None, options=()):
    """Runs the tests. `kernel` is the file that says what catches it."""
    run = subprocess.run([program, "--gtest_brief=1", *options], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if run.returncode == 0:
        raise NotCaught(
            f"{program} passes, but its kernel is wrong: the tests do not notice.\n{run.stdout}")
    if run.returncode != 1:
        raise NotCaught(f"{program} must fail by an assertion (exit code 1), but it ended with: "
                        f"{run.returncode}\n{run.stdout}")
    if kernel is None:
        return
    texts = caught_by(Path(kernel).read_text(encoding="utf-8"))
    if not texts:
        raise NotCaught(f"{kernel}: no `// caught by: ` line says what catches this kernel")
    for text in texts:
        if text not in run.stdout:
            raise NotCaught(
                f"{kernel} should be caught by: {text}\nbut the tests said:\n{run.stdout}")


def main(arguments):
    end = arguments.index("--") if "--" in arguments else len(arguments)
    files, options = arguments[:end], arguments[end + 1:]
    if len(files) not in (1, 2):
        sys.exit(__doc__)
    try:
        check(*files, options=options)
    except NotCaught as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
