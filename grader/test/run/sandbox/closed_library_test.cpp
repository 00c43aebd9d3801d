// What a submission cannot name, because it is compiled after it was poisoned.
#include "grader/run/sandbox/closed_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ClosedLibrary, PoisonsWhatTheLibraryReportsAfterReadingIt) {
  const std::string text = closed_library(closed_headers::all);
  const std::size_t library = text.find("#include <kernelwright/kernelwright.hpp>");
  const std::size_t poison = text.find("#pragma GCC poison");
  ASSERT_NE(library, std::string::npos);
  ASSERT_NE(poison, std::string::npos);
  EXPECT_LT(library, poison);
  EXPECT_GT(poison, text.rfind("#include"));
  EXPECT_THAT(text.substr(poison), HasSubstr("note_stream_steps"));
  EXPECT_THAT(text.substr(poison), HasSubstr("__asm__"));
  EXPECT_THAT(text.substr(poison), HasSubstr("followed_pointer"));
}

TEST(ClosedLibrary, PoisonsTheLinkersNamesOfTheLibrary) {
  const std::string text = closed_symbols(
      {"_ZN2kw7runtime11note_atomicEv", "_ZN8lesson0113vector_addEv", "_ZN2kw1a.cold", "main"});
  EXPECT_THAT(text, HasSubstr("poison _ZN2kw7runtime11note_atomicEv\n"));
  EXPECT_THAT(text, Not(HasSubstr("lesson01")));
  EXPECT_THAT(text, Not(HasSubstr(".cold")));
  EXPECT_THAT(text, Not(HasSubstr("poison main")));
}

// Otherwise a file would be compiled without them where the few headers are enough.
TEST(ClosedLibrary, PoisonsTheSameNamesAfterFewHeaders) {
  const std::string all = closed_library(closed_headers::all);
  const std::string few = closed_library(closed_headers::skeletons);
  EXPECT_EQ(few.substr(few.find("#pragma GCC poison")), all.substr(all.find("#pragma GCC poison")));
  EXPECT_THAT(few, HasSubstr("#include <kernelwright/kernelwright.hpp>\n"));
  EXPECT_THAT(few, Not(HasSubstr("<string>")));
}

}  // namespace
}  // namespace kw::grader
