#include "grader/run/sandbox/precompiled_headers.hpp"

#include <future>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/process.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kLargestHeader = std::uintmax_t{16} << 20;
constexpr const char* kLibraryFolder = "common/include";

/// Differs when one of the library's headers does.
std::string print_of_library(const fs::path& kit) {
  std::string text;
  for (const fs::path& file : base::files_below(kit / kLibraryFolder)) {
    text += file.lexically_relative(kit).string() + "\n" + base::read_file(file, kLargestHeader);
  }
  return base::fnv1a_digits(text);
}

/// Differs after an update of the compiler.
std::string version_of(const std::string& compiler) {
  std::error_code error;
  const auto changed = fs::last_write_time(compiler, error).time_since_epoch().count();
  return fmt::format("{} {} {}", fs::canonical(compiler, error).string(),
                     fs::file_size(compiler, error), changed);
}

bool compile(const fs::path& kit, const std::string& header, const compiler_call& call,
             const fs::path& to) {
  base::process_request request;
  request.command = {call.compiler};
  request.command.insert(request.command.end(), call.flags.begin(), call.flags.end());
  for (const std::string& word :
       {std::string("-fmax-errors=20"), std::string("-I") + kLibraryFolder, std::string("-x"),
        std::string("c++-header"), header, std::string("-o"), to.string()}) {
    request.command.push_back(word);
  }
  request.working_folder = kit;
  return base::run_process(request).succeeded();
}

/// Removes what was kept for the same header and call before something changed.
void remove_old(const fs::path& store, const std::string& prefix) {
  std::error_code error;
  for (auto at = fs::directory_iterator(store, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().filename().string().rfind(prefix, 0) == 0) {
      std::error_code ignored;
      fs::remove(at->path(), ignored);
    }
  }
}

/// The file in the store, compiled if it is not there; empty where that fails.
fs::path in_store(const fs::path& kit, const std::string& header, const compiler_call& call,
                  const std::string& library, const fs::path& store) {
  const std::string called = fmt::format("{} {}", call.compiler, fmt::join(call.flags, " "));
  const std::string prefix =
      fmt::format("{}-{}-", fs::path(header).stem().string(), base::fnv1a_digits(called));
  const std::string read =
      version_of(call.compiler) + base::read_file(kit / header, kLargestHeader) + library;
  const fs::path file = store / (prefix + base::fnv1a_digits(read) + ".gch");
  if (fs::exists(file)) {
    return file;
  }
  remove_old(store, prefix);
  const base::scratch_folder scratch(store);  // another run may compile it as well
  std::error_code error;
  if (!compile(kit, header, call, scratch.path() / "header.gch")) {
    return {};
  }
  fs::rename(scratch.path() / "header.gch", file, error);
  return error ? fs::path() : file;
}

}  // namespace

void precompile(const fs::path& kit, const std::string& header,
                const std::vector<compiler_call>& calls, const fs::path& store) {
  std::error_code error;
  fs::create_directories(store, error);
  const std::string library = print_of_library(kit);
  std::vector<std::future<void>> all;
  for (const compiler_call& call : calls) {
    all.push_back(std::async(std::launch::async, [&, call] {
      const fs::path compiled = in_store(kit, header, call, library, store);
      const fs::path to = kit / (header + ".gch");
      std::error_code failed;
      fs::create_directories(to, failed);
      // The same file where the disk is the same, since it has many megabytes.
      fs::create_hard_link(compiled, to / compiled.filename(), failed);
      if (failed && !compiled.empty()) {
        fs::copy_file(compiled, to / compiled.filename(), failed);
      }
    }));
  }
  for (std::future<void>& one : all) {
    one.get();
  }
}

}  // namespace kw::grader
