"""What ./course doctor says of a GPU, and of a machine without a grader."""
import contextlib
import io
import os
from unittest import mock

import doctor
from in_a_folder import InAFolder


class DoctorTest(InAFolder):
    def test_an_old_gpu_is_one_that_kernels_are_not_compiled_for(self):
        for capability in ("3.5", "6.1", "7.0", "7.2"):
            self.assertTrue(doctor.is_too_old(capability), capability)
        for capability in ("7.5", "8.0", "9.0", "10.0", "12.1", "", "[N/A]"):
            self.assertFalse(doctor.is_too_old(capability), capability)

    def test_says_what_to_do_where_nothing_is_built_and_the_compiler_is_gone(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), mock.patch.dict(os.environ, {"CXX": "/none", "LC_ALL": "C"}):
            code = doctor.main(["--build-dir", str(self.root / "build/cpu")])
        self.assertEqual(code, 3)
        self.assertIn("x Compiler: /none cannot be started\n    What to do: `./course setup`", printed.getvalue())
        self.assertIn("x Grader: it is not built", printed.getvalue())
        self.assertTrue(printed.getvalue().endswith("\nThis machine cannot grade yet.\n"))
