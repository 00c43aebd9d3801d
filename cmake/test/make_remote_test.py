"""Symbols that make_remote.py leaves out or refuses. Each build compiles what it writes for the functions of all lessons."""

import unittest

import make_remote


class MakeRemote(unittest.TestCase):
    def test_symbols_that_are_no_function_of_the_lesson(self):
        for symbol in ("kw::launch(int)", "memcpy", "other::lesson03_add(int)", "kw::wrap<lesson03::way>::get()"):
            self.assertIsNone(make_remote.entry_of_symbol(symbol, "lesson03"))
        with self.assertRaises(make_remote.NotAFunction):
            make_remote.entry_of_symbol("lesson03::block_size", "lesson03")

    def test_functions_of_c_that_no_test_calls(self):
        contract = 'extern "C" void solve(const float* a, int n);\nextern "C" int unused(int n);\n'
        self.assertEqual([entry.name for entry in make_remote.find_entries(["abort", "solve"], contract, "03")], ["solve"])
