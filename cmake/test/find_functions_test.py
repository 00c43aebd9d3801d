"""The functions that find_functions.py finds, and their lengths."""

import unittest

from find_functions import (cmake_functions, cpp_functions, javascript_functions, language_of,
                            python_functions)


class Cpp(unittest.TestCase):
    def expect(self, code, *functions):
        self.assertEqual([tuple(function) for function in cpp_functions(code)], list(functions))

    def test_namespaces_and_types(self):
        self.expect("""namespace kw {
namespace {
int a() { return 1; }
}  // namespace
struct alignas(16) tile {
  tile() = default;
  explicit tile(int n) : values{n, 1},
                         size_(n) {
    values[0] = 1;
  }
  int values[2] = {1, 2};

 public:
  int operator()(int i) const { return values[i]; }
};
template <class T = decltype(f())>
class holder : public tile {
  void get() {
  }
};
template <template <class, int> class Array, class T>
void call(const Array<T, 1>& array) {
  for (int i = 0; i < 1; ++i) {
  }
}
template <class T>
requires(sizeof(T) > 1) struct large {
  void get() {}
};
enum class kind : int { good, bad };
extern "C" {
void c_function(void) {}
}
}  // namespace kw
""", ("a", 3, 1), ("tile", 7, 4), ("operator()", 14, 1), ("get", 18, 2), ("call", 21, 5),
        ("get", 28, 1), ("c_function", 32, 1))

    def test_bodies(self):
        self.expect("""struct stat info(const char* path) {
  if (path == nullptr) {
    return {};
  }
  struct local {
    void inner() {}
  };
  auto lambda = [&](int i) {
    return i;
  };
  return {lambda(1)};
}
template <class T>
auto other(T value)
    -> decltype(value) {
  return value;
}
const auto twice = [](int i) {
  return 2 * i;
};
int numbers[] = {1, 2};
std::vector<int> more{f({1}), 2};
TEST(Suite, Name) {
  check();
}
int main() try {
  return 0;
} catch (const std::exception&) {
  return 1;
}
""", ("info", 1, 12), ("other", 13, 5), ("lambda", 18, 3), ("TEST(Suite, Name)", 23, 3),
        ("main", 26, 5))

    def test_macros(self):
        self.expect("""OPERATOR(+)
OPERATOR(-)
void a() {}
class tile {
  LEFT_OUT(zeros)
  void b() {}
};
""", ("a", 3, 1), ("b", 6, 1))

    def test_text_is_no_code(self):
        self.expect("""// void a() {
/* void b() {
*/
const char* text = "void c() {";
const char* page = R"kw(
void d() {
)kw";
int e() {
  const char brace = '{';
  const char quote = '"';
  return 1'000 + f('\\'', "\\"{");
}
""", ("e", 8, 5))

    def test_branches(self):
        self.expect("""#define OPEN() { \\
  {
#if CUDA
void a(int i) {
#else
void a() {
#endif
}
#ifdef X
void b() {}
#elif Y
void c() {
}
#endif
""", ("a", 4, 5), ("a", 6, 3), ("b", 10, 1), ("c", 12, 2))


class OtherLanguages(unittest.TestCase):
    def test_python(self):
        self.assertEqual(list(python_functions("""class A:
    @property
    def a(self):
        def inner(): pass
        return 'def b():'

async def b():
    pass
""")), [("b", 7, 2), ("a", 3, 3), ("inner", 4, 1)])

    def test_cmake(self):
        self.assertEqual(list(cmake_functions("""# function(no)
function(kw_a name)
  foreach(x)
  endforeach()
endfunction()
macro(kw_b)
endmacro()
""")), [("kw_a", 2, 4), ("kw_b", 6, 2)])

    def test_javascript(self):
        self.assertEqual(list(javascript_functions("""(() => {
function show(part) {
  return `{${part}`;  // }
}
const hide = part => { return 1; };
})();
""")), [("show", 2, 3)])

    def test_which_files(self):
        for name in ("a.cpp", "a/b.hpp", "a.cu", "a.py", "a.cmake", "a/CMakeLists.txt", "a.js"):
            self.assertIsNotNone(language_of(name), name)
        for name in ("a.md", "a.txt", "course", "a.toml"):
            self.assertIsNone(language_of(name), name)


if __name__ == "__main__":
    unittest.main()
