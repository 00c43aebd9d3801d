#include "common/testing/chosen_kernel.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/testing/kernels.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

constexpr const char* kNothing = "nothing";

std::vector<const kernel*>& kernel_rows() {
  static std::vector<const kernel*> rows;
  return rows;
}

struct {
  std::string kernel;  // empty: none
  int task = 0;        // 0: all
} chosen;

bool fits(const kernel& row) {
  return chosen.kernel == row.name() && (chosen_task() == 0 || chosen_task() == row.task());
}

std::string of_task() {
  const int task = chosen_task();
  return task == 0 ? "" : " of task " + std::to_string(task);
}

std::string names_of_rows() {
  std::vector<std::string> names = {kNothing};
  for (const kernel* row : kernel_rows()) {
    const bool of_this_task = chosen_task() == 0 || chosen_task() == row->task();
    if (of_this_task && std::find(names.begin(), names.end(), row->name()) == names.end()) {
      names.emplace_back(row->name());
    }
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

kernel::kernel(int task, const char* name, const char* file, const char* path,
               const kernel_function* functions, std::size_t count)
    : task_(task), name_(name), file_(file), path_(path), functions_(functions), count_(count) {
  kernel_rows().push_back(this);
}

any_function* kernel::find(const char* signature) const {
  const auto* end = functions_ + count_;
  const auto* found = std::find_if(functions_, end, [&](const kernel_function& function) {
    return std::strcmp(function.signature, signature) == 0;
  });
  return found == end ? nullptr : found->function;
}

bool nothing_is_called() {
  return chosen.kernel == kNothing;
}

any_function* chosen_function(const char* signature) {
  for (const kernel* row : kernel_rows()) {
    if (any_function* const found = fits(*row) ? row->find(signature) : nullptr) {
      return found;
    }
  }
  if (kernel_rows().empty()) {
    const std::filesystem::path file = current_lesson.file;
    throw error(file.string() + " does not define " + signature +
                ", which the tests call. Was it renamed or deleted, is its namespace missing, or "
                "does a parameter have another type than in lessons/" +
                file.parent_path().filename().string() + "/" + current_lesson.name +
                ".hpp, which declares it?");
  }
  throw error(std::string("the kernel ") + chosen.kernel + of_task() + " has no " + signature);
}

int task_of_file(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const std::string_view name =
      std::string_view(file).substr(slash == std::string::npos ? 0 : slash + 1);
  const bool numbered =
      name.size() > 1 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 && name[1] == '_';
  return numbered ? name[0] - '0' : 0;
}

int chosen_task() {
  const std::string_view number = current_lesson.number;
  const std::size_t dot = number.find('.');
  const bool built_for_one = dot != std::string_view::npos && chosen.task == 0;
  return built_for_one ? number[dot + 1] - '0' : chosen.task;
}

void add_task(base::option_reader& options) {
  options.value("--task", "the number of a task", [](const std::string& text) {
    return base::read_number(text, chosen.task) && chosen.task > 0;
  });
}

void add_kernel(base::option_reader& options) {
  options.text("--kernel", chosen.kernel);
}

void choose_nothing() {
  chosen.kernel = kNothing;
}

bool has_table_of_kernels() {
  return !kernel_rows().empty();
}

void require_kernel() {
  if (!has_table_of_kernels()) {
    if (!chosen.kernel.empty() && chosen.kernel != current_lesson.tree) {
      throw error("--kernel chooses among the course's own kernels, and this program has one of " +
                  std::string(current_lesson.file));
    }
    return;
  }
  if (chosen.kernel.empty()) {
    chosen.kernel = "solution";
  }
  const bool known =
      nothing_is_called() || std::any_of(kernel_rows().begin(), kernel_rows().end(),
                                         [](const kernel* row) { return fits(*row); });
  if (!known) {
    throw error("there is no kernel " + chosen.kernel + of_task() + "; there are " +
                names_of_rows());
  }
  // The first part of the name is that of a folder, except for the words in place of a kernel.
  static std::string tree;
  tree = chosen.kernel.substr(0, chosen.kernel.find('/'));
  current_lesson.tree = tree.c_str();
  note_task(chosen_task());
}

void note_kernel_file(const char* path) {
  static const char* file = nullptr;
  file = path;
  runtime::hooks().kernel_file = [](const char* compiled) {
    const std::string_view itself = compiled;
    const bool alone = itself.find("/solutions/") != std::string_view::npos ||
                       itself.find("/exercises/") != std::string_view::npos;
    return alone ? compiled : file;
  };
}

void note_task(int task) {
  for (const kernel* row : kernel_rows()) {
    if (row->task() == task && fits(*row)) {
      current_lesson.file = row->file();
      note_kernel_file(row->path());
    }
  }
}

}  // namespace kw::testing

kw::remote::judge_calls& kw::remote::calls_of_judge() {
  static judge_calls calls;
  return calls;
}
