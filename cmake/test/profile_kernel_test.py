"""What ./course profile makes of ncu's numbers."""
import contextlib
import io

import profile_kernel
from in_a_folder import InAFolder

# In the order of profile_kernel.METRICS, as ncu printed them for lesson 10's slow kernel on an H200.
UNITS = ("ns", "byte", "%", "%", "%", "", "", "register/thread", "%", "%", "sector", "inst")
SLOW = ("505,312", "117,997,568", "4.85", "83.99", "16.74", "256", "0.12", "22", "100", "12.13", "16.00", "0")
KERNEL = "void run_program<contexts, 4, 4, 0, WeighRows<16, 64>, array<const float, 2>, const float *>(T5, T6...)"


def csv_of(*launches):
    """ncu's output for launches: (kernel, values)."""
    lines = ["==PROF== Connected to process 1", '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"']
    for number, (kernel, values) in enumerate(launches):
        for name, unit, value in zip(profile_kernel.METRICS, UNITS, values):
            lines.append(f'"{number}","{kernel}","{name}","{unit}","{value}"')
    return "\n".join([*lines, "==PROF== Trying to shutdown target application"])


def slow_but(**others):
    """The numbers of the slow kernel, with others in place of some."""
    launch = dict(zip(profile_kernel.METRICS.values(), (float(value.replace(",", "")) for value in SLOW)))
    return {**launch, "kernel": "Kernel", **others}


class ProfileTest(InAFolder):
    def run_on(self, text):
        source, printed = self.write("ncu.csv", text), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = profile_kernel.main(["--from", str(source)])
        return code, printed.getvalue()

    def test_describes_the_longest_launch(self):
        code, printed = self.run_on(csv_of((KERNEL.replace("16, 64", "8, 8"), ("90", *SLOW[1:])), (KERNEL, SLOW)))
        self.assertEqual(code, 0)
        self.assertTrue(printed.startswith("WeighRows<16, 64>, the launch that takes longest"), printed)
        self.assertIn("505.3 us, in which 118 MB moved", printed)
        self.assertIn("[#...................] 5 % of what memory can deliver", printed)
        self.assertIn("lanes use only a part of each unit", printed)
        self.assertLess(max(map(len, printed.splitlines())), 101)

    def test_a_kernel_without_parameters_is_named(self):
        self.assertTrue(self.run_on(csv_of((KERNEL.replace("<16, 64>", ""), SLOW)))[1].startswith("WeighRows, the launch"))

    def test_a_single_program_is_hardly_any(self):
        printed = self.run_on(csv_of((KERNEL, (*SLOW[:5], "1", "0.00", *SLOW[7:]))).replace("83.99", "1"))[1]
        self.assertIn("1, which is less than a hundredth of what would fit the GPU at once", printed)
        self.assertIn("room for more than a hundred times as many programs", printed)

    def test_units_of_ncu_are_read(self):
        text = csv_of((KERNEL, SLOW)).replace('"ns","505,312"', '"ms","1.5"').replace('"byte","117,997,568"', '"Mbyte","118"')
        self.assertIn("1.50 ms, in which 118 MB moved", self.run_on(text)[1])

    def test_each_limit_has_its_advice(self):
        for numbers, expected in (
                ({"spills": 8}, "spill"),
                ({"dram": 78, "memory": 78}, "Memory is the limit"),
                ({"memory": 40, "arithmetic": 89}, "Arithmetic is the limit"),
                ({"memory": 12}, "room for 8 times as many programs"),
                ({"memory": 12, "rounds": 8, "sectors": 32}, "Lanes are far apart"),
                ({"memory": 12, "rounds": 8}, "Far fewer warps"),
                ({"memory": 12, "rounds": 8, "resident": 90}, "the kernel waits"),
                ({"memory": 65, "dram": 60, "rounds": 8, "resident": 90}, "No unit is at its limit")):
            self.assertIn(expected, profile_kernel.advice(slow_but(**numbers))[0])

    def test_without_a_launch_it_shows_what_ncu_said(self):
        code, printed = self.run_on("==ERROR== The application returned an error code (11).")
        self.assertEqual(code, 1)
        self.assertIn("error code (11)", printed)
