"""Compiles, links and tests changed files as the build does it for a learner's file."""

import os
import re
import shlex
import subprocess
import time
from pathlib import Path

import variants

ONE_TEST, ALL_TESTS, COMPILING = 2, 15, 20  # seconds
MOST_ERRORS = 6  # so often variants that do not compile are left out
DOES_NOT_FIT, NO_STATUS = 3, -1  # exit codes; the first is that of variants.hpp
VARIANTS = Path(__file__).resolve().parent / "variants.hpp"


def _without_launcher(words):
    """The words of a command without what explains its errors, and without those around it for a shell."""
    words = [word for word in words if word not in (":", "&&")]
    return words[words.index("--") + 1:] if "--" in words else words


def _to_compile(words):
    """The words that say how to compile, without the files and without what keeps results or warns."""
    kept, rest = [], iter(words[1:] if words[0].endswith("ccache") else words)
    for word in rest:
        if word in ("-MT", "-MF", "-o", "-c"):
            next(rest)
        elif word == "-include":
            header = next(rest)
            kept += [] if "cmake_pch" in header else [word, header]
        elif word != "-MD" and not re.match(r"-W[a-z]|-Werror", word):
            kept.append(word)
    return kept


class Trials:
    """How the build folder makes the program TARGET of FILE, with other files in FILE's place."""

    def __init__(self, build, target, file, place, test="*"):
        self.build, self.target, self.place, self.test = build, target, place, test
        self.include = []
        # Programs made elsewhere find the lesson's tests and the library where the build has put them.
        self.libraries = f"{build / 'lessons'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
        shown = subprocess.run(["ninja", "-C", str(build), "-t", "commands", target], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        lines = [line for line in shown.splitlines()
                 if f"{target}.kernel.dir" in line or f"-o lessons/{target} " in line]
        self.known = len(lines) >= 2
        if not self.known:
            return
        compiling, self.linking = (_without_launcher(shlex.split(line)) for line in lines[-2:])
        self.object = compiling[compiling.index("-o") + 1]
        self.compiling = [*_to_compile(compiling), "-w", "-Werror=return-type", "-Werror=multichar", f"-I{file.parent}"]
        self.seconds = ONE_TEST

    def allow_for_slow_test(self):
        """A test that takes long with the learner's file may take as long with a changed one."""
        program, begin = self.build / "lessons" / self.target, time.monotonic()
        if self.test != "*" and program.exists():
            self.run_tests(program, self.test, ALL_TESTS)
            self.seconds = ONE_TEST + 2 * (time.monotonic() - begin)

    def compile_headers_first(self, source):
        """Compiles the headers of the file once and for all, so each of many trials is shorter."""
        top = re.match(r"(?:\s*(?://.*|#include [<\"].*)?\n)*", source)[0]
        headers = "\n".join([f'#include "{VARIANTS}"'] + re.findall(r"^#include .*", top, re.MULTILINE))
        header = self.place / "headers.hpp"
        header.write_text(headers + "\n", encoding="utf-8")
        if not self.output([*self.compiling, "-x", "c++-header", "-o", f"{header}.gch", "-c", header]):
            self.include = ["-include", header]

    def fixes(self, source):
        """What the compiler itself would change: [(begin, end, text)] of the characters of the file."""
        kernel = self.place / "fixes.cpp"
        kernel.write_text(source, encoding="utf-8")
        told = self.output([*self.compiling, "-fsyntax-only", "-fdiagnostics-parseable-fixits", "-c", kernel])
        starts = [0, *(line.end() for line in re.finditer("\n", source))]
        places = re.findall(r'^fix-it:".*fixes.cpp":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"$', told, re.MULTILINE)
        return [(starts[int(a) - 1] + int(b) - 1, starts[int(c) - 1] + int(d) - 1, text) for a, b, c, d, text in places]

    def compiles(self, number, source):
        """Whether the changed file compiles, without making anything of it."""
        kernel = self.place / f"{number}.cpp"
        kernel.write_text(source, encoding="utf-8")
        told = self.output([*self.compiling, *self.include, "-fsyntax-only", "-Wfatal-errors", "-c", kernel])
        kernel.unlink()
        return not told

    def passes(self, number, source):
        """Whether the tests pass with the changed file: the one that is asked for, then all of them."""
        program, _ = self.make(f"{number}", source)
        passed = program is not None and self.test_passes(program) and (
            self.test == "*" or self.run_tests(program, "*", ALL_TESTS) == 0)
        (self.place / f"{number}").unlink(missing_ok=True)
        return passed

    def test_passes(self, program, variant=0):
        """Whether the test that is asked for passes with a variant of a program; None if its type does not fit there."""
        seconds = ALL_TESTS if self.test == "*" else self.seconds
        status = self.run_tests(program, self.test, seconds, {"KW_VARIANT": str(variant)})
        return None if status == DOES_NOT_FIT else status == 0

    def make_variants(self, number, source, changes):
        """The program of those changes that it can run with, and these changes in the order of their numbers.
        Those that it cannot run with are the third."""
        made = variants.Variants(source, changes)
        include = self.include or ["-include", VARIANTS]
        for _ in range(MOST_ERRORS):
            if not made.changes:
                break
            program, told = self.make(f"variants{number}", made.text(), include)
            if program:
                return program, made.changes, made.left_out
            made.drop(told)
        return None, [], changes

    def make(self, name, source, include=None):
        """The program with the changed file, or None and what the compiler says."""
        kernel, made, program = (self.place / f"{name}{end}" for end in (".cpp", ".o", ""))
        kernel.write_text(source, encoding="utf-8")
        told = (self.output([*self.compiling, *(include or self.include), "-o", made, "-c", kernel])
                or self.output(self.to_link(made, program)))
        for file in (kernel, made):
            file.unlink(missing_ok=True)
        return None if told else program, told

    def to_link(self, made, program):
        """How the program is linked of another object."""
        instead = {self.object: made, f"lessons/{self.target}": program}
        return [instead.get(word, word) for word in self.linking]

    def run_tests(self, program, tests, seconds, environment=None):
        """The exit code of the tests, or another number if they have none."""
        return self.run([program, "--gtest_fail_fast", f"--gtest_filter={tests}"], seconds,
                        {"LD_LIBRARY_PATH": self.libraries, **(environment or {})})[0]

    def output(self, command):
        """What a compiler says of what is wrong; empty if nothing is."""
        status, told = self.run(command, COMPILING)
        return told or "failed" if status else ""

    def run(self, command, seconds, more=None):
        """How a command ends, and what it says of errors."""
        environment = {**os.environ, "KW_TRIAL": "1", **(more or {})}
        try:
            ended = subprocess.run(command, cwd=self.build, env=environment, timeout=seconds, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        except (subprocess.TimeoutExpired, OSError):
            return NO_STATUS, "late"
        return ended.returncode, ended.stderr
