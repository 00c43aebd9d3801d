"""trials.py compiles, links and runs what it is given, and variants.py puts many changes of a file into one program.

    trials_test.py FOLDER COMPILER

FOLDER is explain/repair.
"""

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2]
sys.path.insert(0, str(FOLDER))

import trials  # noqa: E402
from changes import Change  # noqa: E402
from find_change import Search  # noqa: E402
from variants import Variants  # noqa: E402

TARGET = "lesson01.1.exercise.cpu"
NINJA = """\
rule compile
  command = explain ROOT FILE --target TARGET -- {compiler} -Werror -MD -MT $out -MF $out.d -o $out -c "{kernel}"
rule link
  command = : && {compiler} $in -o $out && :
build lessons/{target}.kernel.dir/kernel.o: compile
build lessons/{target}: link lessons/{target}.kernel.dir/kernel.o
build {target}: phony lessons/{target}
"""


class TrialsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.place = Path(self.folder.name) / "a b"  # as a home may be called
        (self.place / "lessons").mkdir(parents=True)
        self.kernel = self.place / "kernel.cpp"
        (self.place / "build.ninja").write_text(
            NINJA.format(compiler=COMPILER, kernel=self.kernel, target=TARGET), encoding="utf-8")
        self.trials = trials.Trials(self.place, TARGET, self.kernel, self.place, "Some.Test")

    def test_a_folder_with_a_space(self):
        self.assertTrue(self.trials.known)
        self.assertTrue(self.trials.passes(1, "int main() {}\n"))
        self.assertFalse(self.trials.passes(2, "int main() { return 1; }\n"))
        self.assertTrue(self.trials.compiles(3, "int one;\n"))
        self.assertFalse(self.trials.compiles(4, "int one\n"))

    def test_a_program_knows_that_it_is_tried(self):
        self.assertTrue(self.trials.passes(
            1, '#include <cstdlib>\nint main() { return std::getenv("KW_TRIAL") == nullptr; }\n'))

    def test_headers_are_compiled_first(self):
        (self.place / "one.hpp").write_text("constexpr int kOne = 1;\n", encoding="utf-8")
        self.trials.compile_headers_first('#include "one.hpp"\n\nint main() {}\n')
        self.assertTrue(self.trials.include)
        self.assertTrue(self.trials.passes(1, "int main() { return kOne - 1; }\n"))

    def test_a_slow_test_has_time(self):
        program = self.place / "lessons" / TARGET
        program.write_text("#!/bin/sh\nsleep 0.3\n", encoding="utf-8")
        program.chmod(0o755)
        self.trials.allow_for_slow_test()
        self.assertGreater(self.trials.seconds, trials.ONE_TEST + 0.5)

    def test_what_fails_in_a_thread_is_raised(self):
        class Fails(Search):
            def next(self):
                return lambda: [][0]

        with self.assertRaises(IndexError):
            Fails(self.trials, "", []).run(2, time.monotonic() + 5)


PROGRAM = """\
#include <cstdio>

template <class T>
T twice(T x) {
  auto y = x + x;  // in parts
  return y;
}

int main() {
  const int begin = 1, none = 0;
  int sum = 0;
  for (int i = begin; i < 4; i += 1) {
    sum += i;
  }
  std::printf("%d %g %d\\n", sum + none, twice(1.5f), twice(2));
}
"""


def change(old, new, before=""):
    """`new` for the first `old` that follows `before`."""
    start = PROGRAM.index(before + old) + len(before)
    return Change(start, start + len(old), new, "test", 0)


class VariantsTest(unittest.TestCase):
    def outputs(self, *changes):
        """What the program prints as it is, and with each of the changes that it can run with."""
        made = Variants(PROGRAM, changes)
        with tempfile.TemporaryDirectory() as folder:
            source, program = Path(folder) / "variants1.cpp", Path(folder) / "program"
            for _ in range(4):
                source.write_text(made.text(), encoding="utf-8")
                told = subprocess.run([COMPILER, "-std=c++20", "-include", FOLDER / "variants.hpp", "-o", program, source],
                                      stderr=subprocess.PIPE, text=True, check=False)
                if told.returncode == 0:
                    break
                made.drop(told.stderr)
            self.assertEqual(0, told.returncode, told.stderr)
            run = lambda number: subprocess.run([program], env={"KW_VARIANT": str(number)}, text=True, check=False,
                                                stdout=subprocess.PIPE).stdout
            return run(0), {change: run(k) for k, change in enumerate(made.changes, 1)}, made.left_out

    def test_each_variant_is_its_change(self):
        wanted = {
            change("begin", "begin + 1", "i = "): "5 3 4\n", change("i < 4", "i <= 4"): "10 3 4\n",
            change("i += 1", "i += 2"): "4 3 4\n", change("sum += i", "sum = i"): "3 3 4\n",
            change("1", "0", "begin = "): "6 3 4\n", change("0", "7", "sum = "): "13 3 4\n",
            change("0", "9", "none = "): "15 3 4\n",
        }
        own, found, left_out = self.outputs(*wanted)
        self.assertEqual("6 3 4\n", own)
        self.assertEqual(wanted, found)
        self.assertEqual([], left_out)

    def test_a_template_varies_for_one_type(self):
        wrong = change("x + x", "x * x")
        self.assertEqual({wrong: "6 2.25 4\n"}, self.outputs(wrong)[1])

    def test_what_does_not_compile_is_left_out(self):
        bad, good = change("sum += i", "sum += begn"), change("i < 4", "i < 3")
        own, found, left_out = self.outputs(bad, good)
        self.assertEqual(("6 3 4\n", {good: "3 3 4\n"}, [bad]), (own, found, left_out))

    def test_what_cannot_vary_is_left_out(self):
        # Another type, and a place that is not an expression.
        header, parameter = change("<cstdio>", "<string>"), change("T x", "T z")
        self.assertEqual([header, parameter], Variants(PROGRAM, [header, parameter]).left_out)
        _, found, _ = self.outputs(change("x + x", '"text"'))
        self.assertEqual([""], list(found.values()))  # such a program stops


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
