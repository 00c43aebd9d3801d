// All of the grader is in one namespace and ends up in one program. Two types of one name there are
// one type to the linker: it keeps one destructor for both, and says nothing.
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "explain/text.hpp"

namespace kw::grader {
namespace {

TEST(OneDefinition, EachTypeOfAHeaderHasAName) {
  constexpr const char* kType = R"(\n(?:struct|class) (\w+)[^;{]*\{)";
  std::map<std::string, std::vector<std::string>> headers;
  for (const std::filesystem::path& file : base::files_below(KW_GRADER_SOURCES)) {
    if (file.extension() != ".hpp") {
      continue;
    }
    const std::string text = base::read_text_file(file);
    for (const explain::match& at : explain::find_all(text, kType)) {
      headers[at[1]].push_back(file.filename().string());
    }
  }
  EXPECT_GT(headers.size(), 100U);
  for (const auto& [name, defined_in] : headers) {
    EXPECT_THAT(defined_in, testing::SizeIs(1)) << name;
  }
}

}  // namespace
}  // namespace kw::grader
