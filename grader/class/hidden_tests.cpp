#include "grader/class/hidden_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "explain/text.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "Hidden";
constexpr std::uintmax_t kLargestTest = std::uintmax_t{4} << 20;

void configure(const build_folder& build, const std::string& folder) {
  base::process_request request;
  request.command = {"cmake", "-DKW_HIDDEN_TESTS=" + folder, build.path().string()};
  request.timeout_seconds = 600;
  const base::process_outcome outcome = base::run_process(request);
  if (!outcome.succeeded()) {
    throw usage_error(
        fmt::format("the hidden tests cannot be built in:\n{}", outcome.output.substr(0, 4000)));
  }
}

}  // namespace

bool is_hidden_test(const std::string& name) {
  const std::string suite = "/" + name.substr(0, name.find('.'));
  return suite.find("/" + std::string(kPrefix)) != std::string::npos;
}

void require_hidden_names(const fs::path& folder) {
  // The second form is a table of tests (kernelwright/testing/cases.hpp).
  constexpr std::string_view kTest =
      R"re(\b(?:(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\s*\(\s*|)re"
      R"re(tests<[^;{}()]*>\s*\w*\s*=?\s*[({]\s*")([A-Za-z0-9_]+))re";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".cpp") {
      continue;
    }
    const std::string text = base::read_file(entry.path(), kLargestTest);
    for (const explain::match& at : explain::find_all(text, kTest)) {
      const std::string& suite = at[1];
      if (suite.rfind(kPrefix, 0) != 0) {
        const auto before = text.begin() + static_cast<std::ptrdiff_t>(at.begin);
        throw usage_error(
            fmt::format("{}:{}: the suite {} must begin with \"{}\", as in {}{}, or students would "
                        "see the test",
                        entry.path().string(), 1 + std::count(text.begin(), before, '\n'), suite,
                        kPrefix, kPrefix, suite));
      }
    }
  }
}

fs::path use_hidden_tests(const build_folder& build, const std::string& folder) {
  const std::string configured = build.cached("KW_HIDDEN_TESTS");
  const std::string wanted = folder.empty()     ? configured
                             : folder == "none" ? ""
                                                : fs::absolute(folder).lexically_normal().string();
  if (!wanted.empty()) {
    if (!fs::is_directory(wanted)) {
      throw usage_error(fmt::format("there is no folder {} with hidden tests", wanted));
    }
    require_hidden_names(wanted);
  }
  if (wanted != configured) {
    configure(build, wanted);
  }
  return wanted;
}

}  // namespace kw::grader
