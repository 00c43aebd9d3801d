"""The launcher changes nothing but the words of an error.

Exit code, warnings, dependency files and object files are the compiler's own.

    KW_EXPLAIN=<program> KW_COMPILER=<c++> python3 launcher_test.py
"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

EXPLAIN = os.environ["KW_EXPLAIN"]
COMPILER = os.environ["KW_COMPILER"]
COMPILE = [COMPILER, "-Wall", "-MD", "-MT", "out.o", "-MF", "deps.d", "-c", "-o", "out.o"]


class LauncherTest(unittest.TestCase):
    """A test with a folder to compile in."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.write("header.hpp", "int answer();\n")
        self.write("good.cpp", '#include "header.hpp"\nint main() { int unused; return 0; }\n')
        self.write("bad.cpp", "int main() {\n  return answr();\n}\n")

    def write(self, name, text):
        (self.work / name).write_text(text)

    def run_program(self, *command, code=0, **environment):
        """What the command prints; it must end with this exit code."""
        run = subprocess.run(command, cwd=self.work, env={**os.environ, **environment},
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        self.assertEqual(run.returncode, code, run.stdout)
        return run.stdout

    def explain(self, file, *command, **expected):
        """What the launcher prints for a command that compiles `file`."""
        return self.run_program(EXPLAIN, self.work, file, "--", *command, **expected)

    def test_good_file(self):
        self.assertIn("unused", self.explain("good.cpp", *COMPILE, "good.cpp"))
        self.assertTrue((self.work / "out.o").exists())
        self.assertIn("header.hpp", (self.work / "deps.d").read_text())

    def test_mistake(self):
        said = self.explain("bad.cpp", *COMPILE, "bad.cpp", code=1)
        self.assertIn("/bad.cpp:2:10: error: the name answr is not known here\n", said)
        self.assertRegex(said, r"  2 . return answr..;\n    .        .~~~~\n")
        self.assertIn("KW_RAW_ERRORS=1", said)

    def test_file_of_the_command(self):
        for file in ("bad.cpp", self.work / "bad.cpp"):
            said = self.explain("-", *COMPILE, file, code=1)
            self.assertIn("/bad.cpp:2:10: error: the name answr is not known here\n", said)

    def test_nvcc(self):
        nvcc = self.work / "nvcc"
        for line, told in (("  return answr();", "2:10: error: the name answr is not known here\n"),
                           ("  return 0;", "2: error: only nvcc minds\n")):
            self.write("bad.cpp", f"int main() {{\n{line}\n}}\n#if !defined SEEN || defined KW_NO_CPU_SIDE\n#error\n#endif\n")
            self.write("nvcc", "#!/bin/sh\necho 'bad.cpp(2): error: only nvcc minds'\nexit 2\n")
            nvcc.chmod(0o755)
            said = self.explain("bad.cpp", nvcc, "-ccbin=" + COMPILER, "-x", "cu", "-DSEEN", "-DKW_NO_CPU_SIDE", "-c",
                                "bad.cpp", code=2)
            self.assertIn("/bad.cpp:" + told, said)

    def test_raw_errors(self):
        said = self.explain("bad.cpp", *COMPILE, "bad.cpp", code=1, KW_RAW_ERRORS="1")
        self.assertRegex(
            said, "answr.* was not declared in this scope|undeclared identifier .answr")
        self.assertNotIn("KW_RAW_ERRORS", said)

    def test_mistake_in_another_file(self):
        said = self.explain("good.cpp", *COMPILE, "bad.cpp", code=1)
        self.assertRegex(said, "was not declared in this scope|undeclared identifier")

    def test_program_of_the_old_file_is_removed(self):
        for file, code in (("good.cpp", 0), ("bad.cpp", 1)):
            self.write("program", "linked with the file as it was")
            self.run_program(EXPLAIN, self.work, file, "--outdates", self.work / "program", "--",
                             *COMPILE, file, code=code)
            self.assertFalse((self.work / "program").exists())

    def test_other_ends(self):
        self.explain("good.cpp", "sh", "-c", "exit 7", code=7)
        self.assertIn("cannot run no_such_compiler",
                      self.explain("good.cpp", "no_such_compiler", code=127))
        self.assertIn("usage: explain", self.run_program(EXPLAIN, self.work, code=2))


if __name__ == "__main__":
    unittest.main()
