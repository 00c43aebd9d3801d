// What a person should look at in a submitted file.
#include "grader/class/unusual_code.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/files.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(UnusualCode, NamesEachKindOnceWithItsLine) {
  EXPECT_THAT(unusual_code("void f() {\n  memcpy(a, b, 4);\n  memcpy(b, a, 4);\n}\n"),
              ElementsAre("memcpy in line 2"));
  EXPECT_THAT(unusual_code("auto a = reinterpret_cast<long>(x);\nauto b = (void *) x;\n"),
              testing::IsSupersetOf({"reinterpret_cast in line 1", "void* in line 2"}));
  EXPECT_THAT(unusual_code("template struct thief<&secret::value>;"),
              ElementsAre("an explicit instantiation in line 1"));
  EXPECT_THAT(unusual_code("#include <a>\n#ifdef B\n#else\n#endif\n  # if C\n#endif\n"),
              ElementsAre("#ifdef in line 2", "#if in line 5"));
}

TEST(UnusualCode, LooksNeitherAtCommentsNorAtTexts) {
  EXPECT_THAT(unusual_code("// memcpy\n/* asm */ const char* t = \"union\"; int x = 1'000;"
                           "int f(char c) { return c == '\\'' ? 1 : 0; }  // void*"),
              ElementsAre("a variable outside of functions in line 2"));
}

TEST(UnusualCode, FindsVariablesThatOutliveALaunch) {
  const auto variable = ElementsAre("a variable outside of functions in line 2");
  EXPECT_THAT(unusual_code("namespace {\nfloat kept[4];\n}"), variable);
  EXPECT_THAT(unusual_code("#include <vector>\nstd::vector<int> kept = {1, 2};\n"), variable);
  EXPECT_THAT(unusual_code("struct s {\n  int a;\n};\nint f() {\n  static int n = 0; return n;\n}"),
              ElementsAre("a static variable in line 5"));
}

TEST(UnusualCode, LetsConstantsFunctionsAndTypesBe) {
  EXPECT_THAT(unusual_code(
                  "constexpr configs<config{.rows = 1}, config{.rows = 2}>\n    space;\n"
                  "static int f(int a) { return a; }\n"
                  "const int kTable[] = {1, 2};\n"
                  "template <int N>\nstruct s {\n  int a;\n  int g(int b) const { return b; }\n};\n"
                  "using namespace kw;\nenum class e { one };\n"
                  "void h(int n);\nint (*pointer())(int) { return f; }\n"),
              IsEmpty());
}

TEST(UnusualCode, IsInNoSolution) {
  const auto files = base::files_below(std::filesystem::path(KW_SOLUTIONS));
  EXPECT_FALSE(files.empty());
  for (const auto& file : files) {
    if (file.extension() == ".cpp") {
      EXPECT_THAT(unusual_code(base::read_text_file(file)), IsEmpty()) << file;
    }
  }
}

}  // namespace
}  // namespace kw::grader
