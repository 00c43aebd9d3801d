"""The launcher changes nothing but the words of an error and of warnings.

Exit code, dependency files and object files are the compiler's own.

    KW_EXPLAIN=<program> KW_COMPILER=<c++> python3 launcher_test.py
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

EXPLAIN = os.environ["KW_EXPLAIN"]
COMPILER = os.environ["KW_COMPILER"]
CLANG = shutil.which("clang++-14") or shutil.which("clang++")
COMPILE = [COMPILER, "-Wall", "-MD", "-MT", "out.o", "-MF", "deps.d", "-c", "-o", "out.o"]


# What is said of each line is behind it, and of the line before behind `// ^`. `g++:` is not said by clang++.
WARNINGS = r"""
[[nodiscard]] int answer();
template <class T> struct Kernel {
  void operator()(T n) const {
    int lost;  // `lost` is never used
    int mask = 0;  // `mask` gets a value that nothing reads
    mask = 3;
  }
};
int of(int a, int b, bool c, unsigned u) {
  Kernel<int>{}(3), Kernel<long>{}(3);
  int later;
  b += later;  // `later` may be read before it has a value
  if (a = b) return 1;  // = stores a value, and == compares
  if (a == 1 || b == 2 && c) return 2;  // && comes before ||: a || b && c means a || (b && c)
  if (a & 1 == 0) return 4;  // a comparison comes before &: a & b == c means a & (b == c)
  if (u < a) return 5;  // an integer with a sign is compared with one that has none
  a == b;  // nothing is done with this result
  answer();  // nothing is done with this result
  { int a = 5; b += a; }  // this is a second variable with the name of another one
  if (c)  // g++: an else belongs to the nearest if
    if (a) b = 2; else b = 3;
  if (c);  // this semicolon is all that belongs to the line
  if (a)  // g++: without braces, only one statement belongs to an if or a loop
    b = 1;
    b += 2;
  short size = 70000;  // 70000 does not fit into this type: it becomes 4464
  b += size / 0;  // this divides by 0
  if (a < b < 3) return 3;  // a < b < c compares what a < b is, true or false, with c
#ifndef __clang__
  struct { float x; } one = {a};  // g++: a value of type int may not fit into float
  b += one.x;
#endif
  return b;
}
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

    def explain(self, file, *command, **expected):
        """What the launcher prints for a command that compiles `file`."""
        return self.run_program(EXPLAIN, self.work, file, "--", *command, **expected)

    def test_good_file(self):
        self.assertIn("unused", self.explain("good.cpp", *COMPILE, "good.cpp"))
        self.assertTrue((self.work / "out.o").exists())
        self.assertIn("header.hpp", (self.work / "deps.d").read_text())

    def test_warnings(self):
        self.write("doubtful.cpp", WARNINGS)
        want = {number: line.split("  // ")[1] for number, line in enumerate(WARNINGS.splitlines(), 1) if "  // " in line}
        for compiler in (COMPILER, *([CLANG] if CLANG else [])):
            compile_all = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Wshadow", "-Og", "-c", "-o", "out.o"]
            said = self.run_program(EXPLAIN, self.work, "doubtful.cpp", "--outdates", self.work / "program", "--",
                                    *compile_all, "doubtful.cpp")
            told = re.findall(r"/doubtful.cpp:(\d+):\d+: warning: (.*)\n  \1 . .*\n +. +\^", said)
            for number, words in want.items():
                if not words.startswith("g++: ") or "clang" not in compiler:
                    self.assertEqual([text for line, text in told if int(line) == number], [words.removeprefix("g++: ")], said)
            self.assertNotIn("[-W", said)
            kept = (self.work / "program.warnings").read_text()
            self.assertEqual(len(kept.splitlines()), len(told))
            self.assertIn("doubtful.cpp:5: `lost` is never used\n", kept)
            raw = self.explain("doubtful.cpp", *compile_all, "doubtful.cpp", KW_RAW_ERRORS="1")
            self.assertIn("[-Wunused-variable]", raw)
        self.write("doubtful.cpp", "")
        self.run_program(EXPLAIN, self.work, "doubtful.cpp", "--outdates", self.work / "program", "--", *COMPILE, "doubtful.cpp")
        self.assertFalse((self.work / "program.warnings").exists())

    def test_warnings_of_other_files_stay(self):
        self.write("header.hpp", "inline int answer() { int other; return 0; }\n")
        said = self.explain("good.cpp", *COMPILE, "good.cpp")
        self.assertRegex(said, "header.hpp:1:27: warning: unused variable 'other'")
        self.assertIn("good.cpp:2:18: warning: `unused` is never used\n", said)

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
