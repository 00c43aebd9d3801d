"""trials.py compiles, links and runs what it is given.

    trials_test.py FOLDER COMPILER

FOLDER is explain/repair.
"""

import sys
import tempfile
import time
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2]
sys.path.insert(0, str(FOLDER))

import trials  # noqa: E402
from find_change import Search  # noqa: E402

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
            Fails(self.trials, "").run(2, time.monotonic() + 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
