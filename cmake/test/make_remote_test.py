"""The entry functions that make_remote.py finds, and the sources that it writes for them."""

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
        self.assertEqual(list(make_remote.c_entries(CONTRACT, ["memcpy", "solve"])),
                         [Entry('extern "C" ', "void", "solve", "const float* , float* , int ")])

    def test_sources(self):
        entries = make_remote.find_entries(["lesson03::add(int)", "abort", "solve"], CONTRACT, "03")
        stubs, answers = make_remote.write_sources(entries, "masking.hpp")
        self.assertTrue(stubs.endswith("""
using result_0 = decltype(lesson03::add(std::declval<int>()));
result_0 lesson03::add(int a0) {
  return kw::testing::call_kernel<result_0, int>(0, a0);
}

using result_1 = void;
extern "C" result_1 solve(const float* a0, float* a1, int a2) {
  return kw::testing::call_kernel<result_1, const float*, float*, int>(1, a0, a1, a2);
}

const kw::remote::entry kw::remote::entries[] = {
    {"lesson03::add", "lesson03::add(int)", nullptr},
    {"solve", "solve(const float* , float* , int )", nullptr},
};
const int kw::remote::entry_count = 2;
"""), stubs)
        self.assertTrue(answers.endswith("""
using result_0 = decltype(lesson03::add(std::declval<int>()));
namespace lesson03 {
__attribute__((weak)) result_0 add(int);
}
using result_1 = void;
extern "C" __attribute__((weak)) result_1 solve(const float* , float* , int );

const kw::remote::entry kw::remote::entries[] = {
    {"lesson03::add", "lesson03::add(int)", kw::remote::answer_with<static_cast<result_0 (*)(int)>\
(&lesson03::add)>::call},
    {"solve", "solve(const float* , float* , int )", \
kw::remote::answer_with<static_cast<result_1 (*)(const float* , float* , int )>(&solve)>::call},
};
const int kw::remote::entry_count = 2;
"""), answers)
        self.assertIn('#include "masking.hpp"\n', stubs)

    def test_weak_template(self):
        entry = Entry("template <>\n", "void", "lesson03::add<float, lesson03::way>", "int")
        self.assertEqual(make_remote.weak_declaration(4, entry), "namespace lesson03 {\ntemplate <>\n"
                         "__attribute__((weak)) result_4 add<float, lesson03::way>(int);\n}\n")
