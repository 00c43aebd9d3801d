#include "common/checker/source/source.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "common/base/cpp_text.hpp"
#include "common/base/files.hpp"
#include "common/base/format.hpp"

namespace kw::runtime {
namespace {

/// A #line can name any file. Those that the system makes when they are read have no size.
bool is_source(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::file_size(file, unknown) > 0 && !unknown;
}

}  // namespace

std::string short_path(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path path(file);
  if (!path.is_absolute()) {
    return file;
  }
  for (fs::path folder = path.parent_path(); folder != folder.root_path();
       folder = folder.parent_path()) {
    if (fs::exists(folder / "CMakePresets.json", ignored)) {
      return path.lexically_relative(folder).string();
    }
  }
  return file;
}

std::string source_line(const std::string& file, int line) {
  if (!is_source(file)) {
    return {};
  }
  std::ifstream in(file);
  std::string text;
  for (int number = 1; number <= line; ++number) {
    if (!std::getline(in, text)) {
      return {};
    }
  }
  return line < 1 ? std::string() : base::trimmed(text);
}

std::string kernel_name(const char* signature) {
  const std::string text = signature == nullptr ? "" : signature;
  // g++ writes `[with Kernel = lesson01::VectorAdd<1024>; ...]`, clang the same without `with`.
  const auto equals = text.find(" = ");
  std::string name = equals == std::string::npos ? text : text.substr(equals + 3);
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && (c == ';' || c == ']' || c == ',')) {
      break;
    }
    const bool opens = c == '<' || c == '(' || c == '{';
    const bool closes = c == '>' || c == ')' || c == '}';
    depth += opens ? 1 : 0;
    if (depth == 0 && !closes) {
      result += c;
    }
    depth -= closes ? 1 : 0;
  }
  const auto scope = result.rfind("::");
  result = base::trimmed(scope == std::string::npos ? result : result.substr(scope + 2));
  if (name.find("lambda") != std::string::npos || result.empty()) {
    return "the kernel";
  }
  return result;
}

std::shared_ptr<const base::cpp_code> read_code(const char* file) {
  struct kept_file {
    std::string name;
    std::filesystem::file_time_type written;
    std::shared_ptr<const base::cpp_code> code;
  };
  thread_local kept_file kept;
  if (file == nullptr || !is_source(file)) {
    return std::make_shared<base::cpp_code>();
  }
  std::error_code unknown;
  const auto written = std::filesystem::last_write_time(file, unknown);
  if (unknown || kept.name != file || kept.written != written) {
    kept = {file, written, std::make_shared<base::cpp_code>(base::read_text_file(file))};
  }
  return kept.code;
}

kernel_text::kernel_text(const char* file, const std::string& kernel)
    : code_(read_code(file)), head_(code_->call_operator(kernel)) {}

std::vector<parameter> kernel_text::parameters() const {
  std::vector<parameter> all = found() ? code_->parameters(head_) : std::vector<parameter>();
  if (!all.empty()) {
    all.erase(all.begin());  // `auto tl`
  }
  return all;
}

std::vector<statement> kernel_text::body() const {
  std::vector<statement> all;
  for (int i = head_ + 1; found() && i < static_cast<int>(code_->statements().size()); ++i) {
    if ((*code_)[i].line > (*code_)[head_].block_end && (*code_)[head_].block_end > 0) {
      break;
    }
    all.push_back((*code_)[i]);
  }
  return all;
}

std::string kernel_text::at(int line) const {
  const int number = code_ == nullptr ? -1 : code_->at(line);
  return number < 0 ? "" : (*code_)[number].text;
}

statement kernel_text::loop_around(int line) const {
  const int loop = found() ? code_->around(line, statement::kind::loop) : -1;
  return loop > head_ ? (*code_)[loop] : statement();
}

std::string kernel_text::loop_told(int line) const {
  const statement loop = loop_around(line);
  return loop.line == 0 ? "" : base::sentence("the loop in line {} (`{}`)", loop.line, loop.head());
}

std::string kernel_text::definition(const std::string& text, int before) const {
  const int number = code_ == nullptr ? -1 : code_->setting_of(text, before);
  if (number >= 0) {
    for (const base::cpp_setting& s : (*code_)[number].sets) {
      if (s.name == text) {
        return s.value;
      }
    }
  }
  return text;
}

std::string kernel_text::made_of(const std::string& expression) const {
  std::string text = expression;
  std::vector<std::string> names = base::names_in(expression);
  const std::vector<statement> all = body();
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const statement& each : all) {
      for (const base::cpp_setting& s : each.sets) {
        if (s.name != names[i]) {
          continue;
        }
        text += " " + s.value;
        for (std::string& name : base::names_in(s.value)) {
          if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
          }
        }
      }
    }
  }
  return text;
}

std::vector<kernel_text::call> kernel_text::calls(const std::string& function) const {
  std::vector<call> all;
  for (const statement& each : body()) {
    for (auto& arguments : base::calls_in(each.text, function)) {
      all.push_back({each, std::move(arguments)});
    }
  }
  return all;
}

bool kernel_text::has(const std::string& text) const {
  const std::vector<statement> all = body();
  return std::any_of(all.begin(), all.end(), [&](const statement& each) {
    return each.text.find(text) != std::string::npos;
  });
}

bool kernel_text::uses(const std::string& name) const {
  const std::vector<statement> all = body();
  return std::any_of(all.begin(), all.end(), [&](const statement& each) {
    const std::vector<std::string> names = base::names_in(each.text);
    return std::find(names.begin(), names.end(), name) != names.end();
  });
}

source_place launch_or_kernel(source_place launch, const char* compiled_file,
                              const std::string& kernel) {
  if (launch.file == nullptr || compiled_file == nullptr ||
      kernel_text(launch.file, kernel).found()) {
    return launch;
  }
  const kernel_text compiled(compiled_file, kernel);
  return compiled.found() ? source_place{compiled_file, compiled.head_line()} : launch;
}

}  // namespace kw::runtime
