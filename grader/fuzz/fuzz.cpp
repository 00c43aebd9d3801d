// The grader's parsers of input from outside, under libFuzzer. KW_FUZZ_PARSER names the one that
// reads. A parser may refuse, by its own exceptions; anything else that leaves it is a mistake.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/plain_text.hpp"
#include "explain/explain.hpp"
#include "grader/class/archive.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/roster.hpp"
#include "grader/class/submissions.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"
#include "grader/model/policy.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/benchmark.hpp"
#include "grader/run/test_output.hpp"

namespace kw::grader {
namespace {

void require(bool condition) {
  if (!condition) {
    __builtin_trap();
  }
}

/// A file in memory that holds an input, for parsers that read files.
std::shared_ptr<const std::filesystem::path> file_of(std::string_view input) {
  const int descriptor = memfd_create("input", 0);
  require(write(descriptor, input.data(), input.size()) == static_cast<ssize_t>(input.size()));
  return {new std::filesystem::path("/proc/self/fd/" + std::to_string(descriptor)),
          [descriptor](const std::filesystem::path* file) {
            close(descriptor);
            delete file;
          }};
}

void read_archive_bytes(std::string_view input) {
  archive_limits limits;
  limits.total_bytes = 1 << 20;
  limits.file_bytes = 1 << 16;
  limits.entries = 100;
  read_archive(
      *file_of(input), limits, [](const packed_entry&) { return true; },
      [&](const packed_entry& entry, const std::string& content) {
        require(entry.path.find("..") == std::string::npos ||
                normal_archive_path(entry.path) == entry.path);
        require(entry.path.front() != '/' && content.size() <= limits.file_bytes);
      });
}

void read_benchmarks(std::string_view input) {
  std::string error;
  (void)parse_benchmark_json(input, "GB/s", &error);
}

void read_compiler_output(std::string_view input) {
  (void)explain::explain(input, "/nowhere", "exercises/01_first/first.cpp");
}

void read_layout(std::string_view input) {
  (void)parse_gradescope_metadata(input);
  std::vector<std::string> paths;
  std::istringstream lines{std::string(input)};
  for (std::string path; std::getline(lines, path);) {
    paths.push_back(path);
  }
  std::vector<std::string*> pointers;
  for (std::string& path : paths) {
    pointers.push_back(&path);
  }
  strip_wrapper(pointers, [](const std::string&) { return false; });
  for (const std::string& path : paths) {
    require(
        file_id(owner_of(path).key).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
        std::string::npos);
  }
}

void read_toml(std::string_view input) {
  const auto file = file_of(input);
  std::vector<problem> problems;
  (void)read_lesson(*file, "lesson.toml", problems);
  for (const problem& one : problems) {
    (void)to_text(one);
  }
  for (void (*const read)(const std::filesystem::path&) :
       {+[](const std::filesystem::path& rules) { (void)read_policy(rules); },
        +[](const std::filesystem::path& list) { (void)read_adjustments(list); }}) {
    try {
      read(*file);
    } catch (const usage_error&) {
    }
  }
}

void read_roster(std::string_view input) {
  const roster students = roster::parse(input);
  for (std::size_t row = 0; row < students.size() && row < 4; ++row) {
    submission who;
    students.describe(row, who);
    (void)students.find({who.name, who.email, "x"});
  }
}

void read_result(std::string_view input) {
  const std::string once = to_json(parse_report(input));
  require(to_json(parse_report(once)) == once);
}

void read_test_output(std::string_view input) {
  (void)parse_record(input).unfinished();
  (void)base::plain_text(input, 100);
}

using parser = void (*)(std::string_view input);

parser chosen_parser() {
  const std::map<std::string_view, parser> all = {{"archive", read_archive_bytes},
                                                  {"benchmark_json", read_benchmarks},
                                                  {"compiler_output", read_compiler_output},
                                                  {"export_layout", read_layout},
                                                  {"lesson_toml", read_toml},
                                                  {"roster", read_roster},
                                                  {"stored_result", read_result},
                                                  {"test_output", read_test_output}};
  const char* const name = std::getenv("KW_FUZZ_PARSER");
  return all.at(name != nullptr ? name : "archive");
}

}  // namespace
}  // namespace kw::grader

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const kw::grader::parser read = kw::grader::chosen_parser();
  try {
    read({reinterpret_cast<const char*>(data), size});
  } catch (const kw::grader::archive_refused&) {
  } catch (const kw::grader::usage_error&) {
  }
  return 0;
}
