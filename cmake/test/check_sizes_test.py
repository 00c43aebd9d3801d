"""check_sizes.py finds a file and a function that are one line too long."""

import unittest

import check_sizes


class CheckSizes(unittest.TestCase):
    def test_limits(self):
        body = "  call();\n"
        for name, begin, end in (("a.cpp", "void a() {\n", "}\n"),
                                 ("a.py", "def a():\n", "  return 1\n"),
                                 ("a.cmake", "function(a)\n", "endfunction()\n")):
            longest = begin + 58 * body + end
            self.assertEqual(list(check_sizes.too_long(name, longest)), [])
            self.assertEqual(list(check_sizes.too_long(name, begin + 59 * body + end)),
                             [f"{name}:1: a has 61 lines (a function has at most 60)"])
        self.assertEqual(list(check_sizes.too_long("a.hpp", "int a;\n" * 400)), [])
        self.assertEqual(list(check_sizes.too_long("a.hpp", "int a;\n" * 401)),
                         ["a.hpp: 401 lines (a file has at most 400)"])
        self.assertEqual(list(check_sizes.too_long("a/CMakeLists.txt", "set(a)\n" * 201)),
                         ["a/CMakeLists.txt: 201 lines (a build file has at most 200)"])


if __name__ == "__main__":
    unittest.main()
