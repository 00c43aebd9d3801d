"""The rungs of ./course bench LESSON --ladder."""
import contextlib
import io

import ladder
from in_a_folder import InAFolder

# A program that prints as a benchmark program does: rows with a rate, and how it compares.
PROGRAM = """#!/bin/sh
case "$1" in
--benchmark_list_tests) echo "Measuring something"
  for name in {names}; do echo "$name/iterations:1/manual_time"; done ;;
*) cat <<'END'
{{"benchmarks": [{rows}]}}
END
esac
"""


def row(name, tflops, **more):
    extra = "".join(f', "{key}": {value}' for key, value in more.items())
    return f'{{"name": "{name}/iterations:1/manual_time", "TFLOP_per_s": {tflops}{extra}}}'


class LadderTest(InAFolder):
    def program(self, file, names, *rows):
        return str(self.write(file, PROGRAM.format(names=" ".join(names), rows=",".join(rows))))

    def run_on(self, *arguments):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = ladder.main(["lesson 07", *arguments])
        return code, printed.getvalue()

    def test_names_are_kernels_and_sizes(self):
        self.assertEqual(ladder.parts("Attention/causal/float16/512/64/4/iterations:1/manual_time"),
                         ("Attention causal float16", "512/64/4"))

    def test_takes_the_sizes_that_most_kernels_share_and_of_several_the_largest(self):
        self.assertEqual(ladder.common_size(["A/8/8", "A/4/4", "B/4/4", "B/8/8", "C/16/16"]), "8/8")

    def test_shows_every_kernel_and_the_fastest_plain_loop_in_order(self):
        ours = self.program("ours", ["Slow/64/64", "Fast/64/64"], row("Slow/64/64", 0.002, percent_of_plain=200),
                            row("Fast/64/64", 0.5, percent_of_plain=40000, percent_of_cublas=50))
        mine = self.program("mine", ["Fast/64/64"], row("Fast/64/64", 0.25))
        code, printed = self.run_on(ours, mine, "--device=cpu")
        self.assertEqual(code, 0, printed)
        lines = [line.split("  ")[1].strip() for line in printed.splitlines() if "FLOP/s" in line]
        self.assertEqual(lines, ["a plain loop", "Slow", "Fast", "Fast", "cuBLAS"])
        self.assertIn("250 GFLOP/s  <- yours", printed)
        self.assertIn("1,000 GFLOP/s", printed)

    def test_simpler_kernels_are_rungs_where_they_have_the_size(self):
        ours = self.program("ours", ["Fast/64/64"], row("Fast/64/64", 0.5))
        simpler = self.program("simpler", ["one element/64/64", "rows/8/8"], row("one element/64/64", 0.002))
        code, printed = self.run_on(ours, "--simpler", simpler)
        self.assertEqual(code, 0, printed)
        self.assertLess(printed.index("2 GFLOP/s  (a simpler kernel)"), printed.index("Fast"))
        elsewhere = self.program("elsewhere", ["rows/8/8"], row("rows/8/8", 0.002))
        self.assertNotIn("rows", self.run_on(ours, "--simpler", elsewhere)[1])

    def test_unknown_sizes_and_programs_that_fail_are_named(self):
        ours = self.program("ours", ["Slow/64/64"], row("Slow/64/64", 1))
        code, printed = self.run_on(ours, "--size", "3/3")
        self.assertEqual(code, 1)
        self.assertIn("nothing is measured with 3/3. The sizes: 64/64", printed)
        self.assertEqual(self.run_on("/bin/false")[0], 1)
