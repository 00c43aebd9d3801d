// The list of the tile language's names, and the headers.
#include "explain/rules/rule.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

namespace fs = std::filesystem;

std::string code_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return base::without_comments(text.str());
}

const fs::path kHeaders = fs::path(KW_HEADERS) / "kernelwright";

/// The rows of the table of names that one of these macros makes: (the name, what follows it).
std::vector<match> rows_of(const std::string& macro) {
  return find_all(code_of(kHeaders / "language" / "names.def"),
                  "\n" + macro + R"(\(\s*(\w+),\s*(.*))");
}

/// The public functions of the classes that `tl` is made of: those that are written out, and those
/// of the table's rows for lanes.
std::set<std::string> offered() {
  std::vector<fs::path> files = {kHeaders / "language.hpp"};
  for (const auto& file : fs::directory_iterator(kHeaders / "language")) {
    files.push_back(file.path());
  }
  std::set<std::string> names;
  for (const fs::path& file : files) {
    for (const match& part :
         find_all(code_of(file), R"((?s)\n public:\n(.*?)(?:\n private:|\n};))")) {
      for (const match& found :
           find_all(part[1], R"(KW_(?:TILE_OP|HD)(?: decltype\(auto\)|[^;{}()])*?\b(\w+)\(|)"
                             R"(\n  KW_(?:ATOMIC|REDUCTION|PLACE_OF|MAP)\((\w+)|)"
                             R"(\n  KW_OF_TWO\((\w+), [a-z]+\))")) {
        names.insert(found[1] + found[2] + found[3]);
      }
    }
  }
  for (const match& row : rows_of(R"(KW_FUNCTION_OF_\w+)")) {
    names.insert(row[1]);
  }
  return names;
}

TEST(Api, TheListHoldsWhatTheHeadersOffer) {
  std::set<std::string> names;
  for (const tl_function& each : tl_functions()) {
    EXPECT_TRUE(names.emplace(each.name).second) << each.name;
  }
  EXPECT_EQ(names, offered());
}

// What an editor completes behind `tl.`: arguments that the function takes.
TEST(Api, TheParametersOfARowAreAsManyAsItsFunctionTakes) {
  std::size_t rows = 0;
  for (const match& row : rows_of("KW_NAME")) {
    const tl_function* function = find_tl_function(row[1]);
    ASSERT_NE(function, nullptr) << row[1];
    const std::size_t given = base::arguments_of(row[2], 0).size();
    EXPECT_GE(given, function->least) << row[1];
    EXPECT_LE(given, function->most) << row[1];
    ++rows;
  }
  EXPECT_GT(rows, 70u);
}

TEST(Api, EachCallIsOneOfItsFunction) {
  for (const tl_function& each : tl_functions()) {
    const std::string call = "tl." + std::string(each.name) + "(";
    const std::size_t at = each.call.find(call);
    ASSERT_NE(at, std::string_view::npos) << each.name;
    const std::size_t given = base::arguments_of(each.call, at + call.size() - 1).size();
    EXPECT_GE(given, each.least) << each.call;
    EXPECT_LE(given, each.most) << each.call;
  }
}

}  // namespace
}  // namespace kw::explain
