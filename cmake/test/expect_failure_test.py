"""A wrong kernel counts as caught only by an assertion, and only with the texts that it names."""

import tempfile
import unittest
from pathlib import Path

import expect_failure

KERNEL = "// wrong\n// caught by: [out-of-bounds]\n// caught by: x[3..4]; lanes\nint a;\n"
FINDINGS = "echo '[out-of-bounds]'; echo 'reads x[3..4]; lanes' >&2"


class ExpectFailure(unittest.TestCase):
    def check(self, script, kernel, options=()):
        with tempfile.TemporaryDirectory() as folder:
            program, file = Path(folder, "program"), Path(folder, "kernel.cpp")
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o700)
            file.write_text(kernel)
            expect_failure.check(program, file if kernel else None, options)

    def expect_problem(self, script, kernel, message):
        with self.assertRaisesRegex(expect_failure.NotCaught, message):
            self.check(script, kernel)

    def test_caught(self):
        self.check(f"{FINDINGS}; exit 1", KERNEL)
        self.check("exit 1", "")
        self.check('test "$2 $3" != "--idle --worker"', "", ["--idle", "--worker"])

    def test_not_caught(self):
        self.expect_problem("echo '[out-of-bounds]'; exit 1", KERNEL,
                            r"should be caught by: x\[3..4\]; lanes")
        self.expect_problem(f"{FINDINGS}; exit 0", KERNEL, "do not notice")
        self.expect_problem(f"{FINDINGS}; exit 2", KERNEL, "must fail by an assertion")
        self.expect_problem(f"{FINDINGS}; kill -SEGV $$", KERNEL, "must fail by an assertion")
        self.expect_problem(f"{FINDINGS}; exit 1", "int a;\n", "no `// caught by: ` line")


if __name__ == "__main__":
    unittest.main()
