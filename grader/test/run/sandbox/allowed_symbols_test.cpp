// Is the list complete? A function of the runtime that is missing would cost every honest file that
// calls it its points.
#include "grader/run/sandbox/allowed_symbols.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/run/sandbox/symbol_rules.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = std::uintmax_t{64} << 20;

/// "kw::runtime", at this place of a header.
std::string namespace_at(const std::string& text, std::size_t place) {
  constexpr std::string_view kBegin = "\nnamespace ";
  const std::size_t begin = text.rfind(kBegin, place) + kBegin.size();
  return text.substr(begin, text.find(' ', begin) - begin);
}

/// The functions that a header marks as the runtime's half of a kernel.
std::set<std::string> functions_marked_in(const std::string& header) {
  constexpr std::string_view kMark = "KW_RUNTIME_API ";
  std::set<std::string> names;
  for (std::size_t at = header.find(kMark); at != std::string::npos;
       at = header.find(kMark, at + 1)) {
    const std::size_t end = header.find('(', at);
    const std::size_t begin = header.rfind(' ', end) + 1;
    if (header[header.rfind('\n', at) + 1] != '#') {
      names.insert(namespace_at(header, at) + "::" + header.substr(begin, end - begin));
    }
  }
  return names;
}

/// As the linker may know a function of this name.
std::string symbol_of(std::string function) {
  std::string symbol = "_ZN";
  for (std::size_t end = 0; end != std::string::npos;) {
    end = function.find("::");
    const std::string part = function.substr(0, end);
    symbol += std::to_string(part.size()) + part;
    function = end == std::string::npos ? "" : function.substr(end + 2);
  }
  return symbol + "Ev";
}

/// The course's functions that object files of solutions call and do not define.
std::set<std::string> called_by_solutions() {
  base::process_request nm;
  nm.command = {"nm", "-gP"};
  nm.output_limit = kLargest;
  for (const fs::path& file : base::files_below(fs::path(KW_BUILD) / "lessons" / "CMakeFiles")) {
    const bool of_a_solution = file.string().find(".solution.cpu.") != std::string::npos;
    if (of_a_solution && file.extension() == ".o") {
      nm.command.push_back(file.string());
    }
  }
  std::set<std::string> names;
  const auto symbols = read_symbols(base::run_process(nm).output, true);
  for (const object_symbol& symbol : symbols.value()) {
    if (!symbol.defined) {
      names.insert(symbol.name);
    }
  }
  return names;
}

TEST(AllowedSymbols, NameEveryFunctionThatKernelsCall) {
  std::set<std::string> all;
  for (const fs::path& file : base::files_below(fs::path(KW_HEADERS) / "kernelwright")) {
    all.merge(functions_marked_in(base::read_file(file, kLargest)));
  }
  EXPECT_GT(all.size(), 20U);
  EXPECT_TRUE(all.count("kw::runtime::check_row")) << "the headers are not read as they should be";
  const symbol_list list(embedded_rules("allowed_symbols.txt"), "course");
  for (const std::string& function : all) {
    EXPECT_TRUE(list.holds(symbol_of(function)))
        << function << " is missing in allowed_symbols.txt";
  }
}

TEST(AllowedSymbols, AreEnoughForTheSolutions) {
  const std::set<std::string> all = called_by_solutions();
  if (all.empty()) {
    GTEST_SKIP() << "no solution is compiled here: build the target solutions";
  }
  for (const std::string& name : all) {
    EXPECT_TRUE(system_symbols().holds(name) || course_symbols().holds(name))
        << function_name(name) << " is missing in allowed_symbols.txt";
  }
}

TEST(SymbolList, HoldsNamesPatternsAndFunctions) {
  const symbol_list list(
      "[other]\nfork\n[mine]\nmemcpy _ZSt* # open\nkw::runtime::check_*\n!_Z*fstream*\n", "mine");
  for (const char* name :
       {"memcpy", "_ZSt4cout", "_ZN2kw7runtime9check_rowEv", "_ZN2kw7runtime11check_lanesEv"}) {
    EXPECT_TRUE(list.holds(name)) << name;
  }
  for (const char* name : {"fork", "open", "memcpy2", "_ZSt8ifstream1", "_ZN2kw5checkEv", ""}) {
    EXPECT_FALSE(list.holds(name)) << name;
  }
  EXPECT_TRUE(list.refuses("_ZNSt8ifstreamE"));
  EXPECT_FALSE(list.refuses("_ZSt4cout"));
}

}  // namespace
}  // namespace kw::grader
