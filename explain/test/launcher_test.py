"""The launcher changes nothing but the words of an error.

Exit code, warnings, dependency files and object files are the compiler's own, even where several
compilers share a file.

    KW_EXPLAIN=<program> KW_COMPILER=<c++> python3 launcher_test.py
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

EXPLAIN = os.environ["KW_EXPLAIN"]
COMPILER = os.environ["KW_COMPILER"]
COMPILE = [COMPILER, "-Wall", "-MD", "-MT", "out.o", "-MF", "deps.d", "-c", "-o", "out.o"]

# Two compilers share this file: each leaves out what the other one makes.
SHARED = """#include "header.hpp"
#ifndef KW_PART
#define KW_PART 0
#endif
int shared = 4;
int of_both() { int unused; return shared; }
#if KW_PART != 2
int of_first() { int unused_in_first; return ++shared; }
#else
int of_first();
#endif
#if KW_PART != 1
int of_second() { int unused_in_second; return ++shared; }
#else
int of_second();
#endif
int use() { return of_first() + of_second(); }
#ifdef MISTAKES
#if MISTAKES != 2 || KW_PART != 2
int wrong_in_first = MISTAKE_1;
#endif
#if MISTAKES != 1 || KW_PART != 1
int wrong_in_second = MISTAKE_2;
#endif
#endif
"""
USE_SHARED = """int use(); int of_both();
int main() { return of_both() == 4 && use() == 11 && of_both() == 6 ? 0 : 1; }
"""

# The parts of nvcc except the first have code for the host only where it is marked as used. The
# second part of this file would not link otherwise: there is no `nowhere`.
LAUNCHES = """extern int nowhere;
#if KW_PART == 1
int of_first() { return 5; }
int of_second();
int use() { return of_first() + of_second(); }
int of_both() { return 4 + of_first() - 5; }
#else
int of_first() { return nowhere; }
[[gnu::used]] int of_second() { return 6; }
int of_both() { return of_first(); }
#endif
"""
USE_LAUNCHES = """int use(); int of_both();
int main() { return of_both() == 4 && use() == 11 ? 0 : 1; }
"""
PRETENDED_NVCC = f"""#!/bin/sh
for word; do
  shift
  set -- "$@" "${{word#-Xcompiler=}}"
done
exec '{COMPILER}' "$@"
"""


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

    def explain(self, file, *command, parts=(), **expected):
        """What the launcher prints for a command that compiles `file`."""
        return self.run_program(EXPLAIN, self.work, file, *parts, "--", *command, **expected)


class OneCompiler(LauncherTest):
    def test_good_file(self):
        self.assertIn("unused", self.explain("good.cpp", *COMPILE, "good.cpp"))
        self.assertTrue((self.work / "out.o").exists())
        self.assertIn("header.hpp", (self.work / "deps.d").read_text())

    def test_mistake(self):
        said = self.explain("bad.cpp", *COMPILE, "bad.cpp", code=1)
        self.assertIn("/bad.cpp:2:10: error: the name answr is not known here\n", said)
        self.assertRegex(said, r"  2 . return answr..;\n    .        .~~~~\n")
        self.assertIn("KW_RAW_ERRORS=1", said)

    def test_raw_errors(self):
        said = self.explain("bad.cpp", *COMPILE, "bad.cpp", code=1, KW_RAW_ERRORS="1")
        self.assertRegex(
            said, "answr.* was not declared in this scope|undeclared identifier .answr")
        self.assertNotIn("KW_RAW_ERRORS", said)

    def test_mistake_in_another_file(self):
        said = self.explain("good.cpp", *COMPILE, "bad.cpp", code=1)
        self.assertRegex(said, "was not declared in this scope|undeclared identifier")

    def test_other_ends(self):
        self.explain("good.cpp", "sh", "-c", "exit 7", code=7)
        self.assertIn("cannot run no_such_compiler",
                      self.explain("good.cpp", "no_such_compiler", code=127))
        self.assertIn("usage: explain", self.run_program(EXPLAIN, self.work, code=2))


class SeveralCompilers(LauncherTest):
    def setUp(self):
        super().setUp()
        self.write("shared.cpp", SHARED)

    def share(self, *options, **expected):
        """What the launcher prints when two compilers share the file."""
        return self.explain("shared.cpp", *COMPILE, *options, "shared.cpp", parts=["--parts", "2"],
                            **expected)

    def test_good_file(self):
        said = self.share()
        for name in ("unused", "unused_in_first", "unused_in_second"):
            warnings = re.findall(f"warning: unused variable [^a-z]*{name}[^_]", said)
            self.assertEqual(len(warnings), 1, said)
        self.assertRegex((self.work / "deps.d").read_text(), r"(?s)out.o:.*header.hpp")
        self.assertEqual(list(self.work.glob("*.part*")), [])
        self.write("main.cpp", USE_SHARED)
        self.run_program(COMPILER, "main.cpp", "out.o", "-o", "main")
        self.run_program("./main")

    def test_one_message_wherever_the_mistake_is(self):
        for mistakes in range(3):
            define = f"-DMISTAKES={mistakes}"
            whole = self.explain("shared.cpp", *COMPILE, define, "shared.cpp", code=1)
            said = self.share(define, code=1)
            self.assertRegex(said, "shared.cpp:[0-9]+:[0-9]+: error: ")
            self.assertEqual(said, whole)
            raw = self.share(define, code=1, KW_RAW_ERRORS="1")
            self.assertRegex(
                raw, "MISTAKE_[12].* was not declared in this scope|undeclared identifier")

    def test_launches(self):
        if "clang" in self.run_program(COMPILER, "--version"):
            self.skipTest("needs g++, which nvcc is made of here")
        self.write("nvcc", PRETENDED_NVCC)
        (self.work / "nvcc").chmod(0o700)
        self.write("launches.cpp", LAUNCHES)
        self.explain("launches.cpp", self.work / "nvcc", "-O1", "-c", "-o", "out.o", "launches.cpp",
                     parts=["--parts", "2"])
        self.write("main.cpp", USE_LAUNCHES)
        self.run_program(COMPILER, "main.cpp", "out.o", "-o", "main")
        self.run_program("./main")

    def test_command_that_links(self):
        self.write("main.cpp", USE_SHARED)
        said = self.explain("shared.cpp", COMPILER, "main.cpp", "out.o", "-o", "linked",
                            parts=["--parts", "2"], code=1)
        self.assertIn("out.o", said)  # there is none, and nothing was compiled in parts


if __name__ == "__main__":
    unittest.main()
