"""The entry functions that make_remote.py finds. Each build compiles the sources that it writes for them."""

import unittest

import make_remote
from make_remote import Entry

CONTRACT = """#pragma once
namespace lesson03 {
void add(kw::view<const float, 1> x, int n);
}
extern "C" void solve(const float* a, float* c, int n);
extern "C" int unused(int n);
"""


class MakeRemote(unittest.TestCase):
    def test_parameters(self):
        self.assertEqual(make_remote.split_parameters(""), [])
        self.assertEqual(make_remote.split_parameters("int"), ["int"])
        self.assertEqual(
            make_remote.split_parameters("kw::view<float const, 2>, void (*)(int, int), long"),
            ["kw::view<float const, 2>", "void (*)(int, int)", "long"])

    def entry(self, symbol):
        return make_remote.entry_of_symbol(symbol, "lesson03")

    def test_function(self):
        self.assertEqual(
            self.entry("lesson03::add(kw::view<float const, 1>, int)"),
            Entry("", "decltype(lesson03::add(std::declval<kw::view<float const, 1>>(), "
                  "std::declval<int>()))", "lesson03::add", "kw::view<float const, 1>, int"))
        self.assertEqual(self.entry("lesson03::prepare()"),
                         Entry("", "decltype(lesson03::prepare())", "lesson03::prepare", ""))

    def test_template(self):
        self.assertEqual(self.entry("void lesson03::add<float>(float*)"),
                         Entry("template <>\n", "void", "lesson03::add<float>", "float*"))
        self.assertEqual(
            self.entry("lesson03::how lesson03::add<float, lesson03::way>(lesson03::way, int)"),
            Entry("template <>\n", "lesson03::how", "lesson03::add<float, lesson03::way>",
                  "lesson03::way, int"))

    def test_other_symbols(self):
        for symbol in ("kw::launch(int)", "memcpy", "other::lesson03_add(int)",
                       "kw::wrap<lesson03::way>::get()"):
            self.assertIsNone(self.entry(symbol))
        with self.assertRaises(make_remote.NotAFunction):
            self.entry("lesson03::block_size")

    def test_c_functions(self):
        self.assertEqual(make_remote.find_entries(["abort", "solve"], CONTRACT, "03"),
                         [Entry('extern "C" ', "void", "solve", "const float* , float* , int ")])
