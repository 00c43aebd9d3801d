// A compiler launcher: runs the compiler it is given, and puts the first error of the learner's
// file, or its warnings, into words. CMake puts it in front of the compiler for the exercises.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/cpp_text.hpp"
#include "common/base/mechanism.hpp"
#include "common/base/options.hpp"
#include "common/base/process.hpp"
#include "common/base/wrap.hpp"
#include "explain/explain.hpp"

namespace kw::explain {
namespace fs = std::filesystem;
namespace {

constexpr int kUsage = 2;
constexpr int kCannotRun = 127;

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return;  // nobody reads: the exit code still counts
    }
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
}

/// Ends as the compiler ended, also where a signal ended it.
[[noreturn]] void end_as(const base::process_outcome& compiler) {
  if (compiler.end == base::process_end::signalled) {
    ::signal(compiler.signal, SIG_DFL);
    ::raise(compiler.signal);
  }
  std::exit(compiler.end == base::process_end::exited ? compiler.exit_code : kCannotRun);
}

[[noreturn]] void run_in_place(std::vector<std::string> command) {
  std::vector<char*> words;
  for (std::string& word : command) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  std::fprintf(stderr, "explain: cannot run %s: %s\n", words[0], std::strerror(errno));
  std::_Exit(kCannotRun);
}

/// FILE, or where it is `-` the source that the compiler is given, as seen from ROOT.
std::string file_of(const char* file, const char* root, const std::vector<std::string>& command) {
  if (std::strcmp(file, "-") != 0) {
    return file;
  }
  const auto source = std::find_if(command.rbegin(), command.rend(), [](const std::string& word) {
    const std::string ending = fs::path(word).extension().string();
    return ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".cu";
  });
  return source == command.rend() ? file : fs::path(*source).lexically_proximate(root).string();
}

/// KW_RAW_ERRORS: `1` for the compiler's own words; with `gcc`, which the grader sets, they are
/// those of g++ where that has something to say as well.
std::string raw_errors_wanted() {
  const char* wanted = std::getenv("KW_RAW_ERRORS");
  return wanted == nullptr || std::strcmp(wanted, "0") == 0 ? "" : wanted;
}

/// Runs the compiler, in this program's group, so Ctrl-C reaches both. \throws
/// std::runtime_error if no process or pipe can be made
base::process_outcome run(const std::vector<std::string>& command) {
  base::process_request request;
  request.command = command;
  request.in_foreground = true;
  request.timeout_seconds = std::numeric_limits<double>::infinity();
  request.output_limit = std::size_t{1} << 30;
  base::process_outcome compiler = base::run_process(request);
  if (compiler.end == base::process_end::not_started) {
    compiler.output = "explain: cannot run " + command[0] + ": " + compiler.start_error + "\n";
  }
  return compiler;
}

/// The explanation as at most twelve lines of at most a hundred columns. `shown_as` is the file's
/// name in front; editors take the first line for a compiler's.
std::string to_text(const explanation& e, const std::string& shown_as) {
  constexpr std::size_t kWidth = 96;
  std::string text = shown_as;
  if (e.line > 0) {
    text += ":" + std::to_string(e.line) + (e.column > 0 ? ":" + std::to_string(e.column) : "");
  }
  text += (e.is_warning ? ": warning: " : ": error: ") + e.message + "\n";
  const std::string line = base::trimmed(e.source_line);
  if (!line.empty()) {
    const std::size_t indent = e.source_line.find_first_not_of(" \t");
    const std::string number = std::to_string(e.line);
    text += "  " + number + " | " + line + "\n";
    text += std::string(number.size() + 2, ' ') + " | ";
    const std::size_t skip = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : indent;
    const std::size_t width = e.column > 0 ? static_cast<std::size_t>(e.width) : line.size();
    text += std::string(skip > indent ? skip - indent : 0, ' ') + "^";
    text += std::string(std::max<std::size_t>(width, 1) - 1, '~') + "\n";
  }
  for (const std::string& part : base::wrapped(e.advice, kWidth)) {
    text += "  " + part + "\n";
  }
  for (const std::string& part : base::wrapped(e.fix.empty() ? "" : "Try: " + e.fix, kWidth)) {
    text += "  " + part + "\n";
  }
  return e.is_warning
             ? text
             : text + "  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)\n";
}

/// What a learner must read of the output of a compiler that failed: what g++ says, if that has
/// something to say.
std::string in_words(const std::vector<std::string>& command, const base::process_outcome& ended,
                     const change_search& where, const std::string& file) {
  try {
    const std::vector<std::string> gcc = for_gcc(command);
    std::string said = gcc.empty() ? ended.output : run(gcc).output;
    auto found = explain(said, where.root, file);
    if (!found) {
      said = ended.output;
      found = explain(said, where.root, file);
    }
    if (!raw_errors_wanted().empty()) {
      return said;
    }
    if (found) {
      look_for_change(where, *found);
      const std::string mechanism = found->rule.empty() ? "compiler" : "rule: " + found->rule;
      return base::said_by(mechanism.c_str(), to_text(*found, (where.root / file).string())) +
             base::said_by("change", found->change);
    }
  } catch (const std::exception&) {  // what cannot be explained is at least shown
  }
  return ended.output;
}

/// What a learner must read of the output of a compiler that accepts the file. A line for each
/// warning is kept for the grader, which builds nothing that is built already.
std::string with_warnings_in_words(const std::string& output, const fs::path& root,
                                   const std::string& file, const std::string& keep) {
  std::string text, kept;
  for (const explanation& found : warnings_of(output, root, file)) {
    const bool in_file = found.line > 0;
    text += in_file ? to_text(found, (root / file).string()) : found.output;
    kept += in_file ? file + ":" + std::to_string(found.line) + ": " + found.message + "\n" : "";
  }
  if (!keep.empty() && !kept.empty()) {
    std::ofstream(keep) << kept;
  }
  return kept.empty() || !raw_errors_wanted().empty() ? output : text;
}

int launch(int argc, char** argv) {
  std::vector<std::string> command;
  std::string outdated;
  change_search where;
  base::option_reader options;
  options.command("--", command).text("--outdates", outdated);
  options.text("--target", where.target);
  try {
    options.take(argc, argv);
  } catch (const base::option_error&) {
    command.clear();
  }
  if (argc != 3 || command.empty()) {
    std::fprintf(
        stderr,
        "usage: explain ROOT FILE [--outdates PROGRAM] [--target TARGET] -- COMPILER "
        "[ARGUMENT...]\n"
        "Runs the compiler. Tells the first error of FILE (relative to the folder ROOT), or its\n"
        "warnings, in words; KW_RAW_ERRORS=1 in the environment shows the compiler's.\n"
        "FILE may be -, for the source that the compiler is given.\n"
        "PROGRAM was linked with the object as it was before, and is removed first: if FILE\n"
        "does not compile, its tests must not run an older version of it. The warnings are\n"
        "kept in PROGRAM.warnings.\n"
        "With TARGET, a test program of the current folder's build, it looks for one change of\n"
        "FILE with which TARGET compiles and passes.\n");
    return kUsage;
  }
  const std::string warnings = outdated.empty() ? "" : outdated + ".warnings";
  if (!outdated.empty()) {
    ::unlink(outdated.c_str());
    ::unlink(warnings.c_str());
  }
  if (const std::string raw = raw_errors_wanted(); !raw.empty() && raw != "gcc") {
    run_in_place(command);
  }
  try {
    const base::process_outcome ended = run(command);
    where.root = argv[1];
    where.build = fs::current_path();
    const std::string file = file_of(argv[2], argv[1], command);
    write_all(STDERR_FILENO, ended.succeeded()
                                 ? with_warnings_in_words(ended.output, where.root, file, warnings)
                                 : in_words(command, ended, where, file));
    end_as(ended);
  } catch (const std::runtime_error&) {  // no process, no pipe: the compiler can do without
    run_in_place(command);
  }
}

}  // namespace
}  // namespace kw::explain

int main(int argc, char** argv) {
  return kw::explain::launch(argc, argv);
}
