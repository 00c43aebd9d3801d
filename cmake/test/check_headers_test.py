"""check_headers.py finds a header that needs another one before it."""

import tempfile
import unittest
from pathlib import Path

import check_headers


class CheckHeaders(unittest.TestCase):
    def test_compile_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "a.hpp").write_text("inline int a() { return 1; }\n")
            (root / "b.hpp").write_text("inline int b() { return a(); }\n")
            self.assertEqual(check_headers.compile_alone("c++", root, "a.hpp"), "")
            self.assertIn("b.hpp", check_headers.compile_alone("c++", root, "b.hpp"))

    def test_included_first(self):
        with tempfile.TemporaryDirectory() as folder:
            header = Path(folder) / "a.hpp"
            header.write_text('/// \\file\n#pragma once\n#include "kernelwright/b.hpp"\n#include "kernelwright/c.hpp"\n')
            self.assertEqual(check_headers.included_first(header), Path("kernelwright/b.hpp"))
            header.write_text('#pragma once\n\n#include <cmath>\n\n#include "kernelwright/b.hpp"\n')
            self.assertIsNone(check_headers.included_first(header))
