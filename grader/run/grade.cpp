#include "grader/run/grade.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/run/lesson_grading.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/own_kernel.hpp"
#include "grader/score/apply_policy.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> choose_devices(const std::string& wanted, const build_folder& folder) {
  if (wanted == "cpu") {
    return {"cpu"};
  }
  if (wanted == "cuda") {
    if (!folder.has_cuda()) {
      throw machine_error(fmt::format(
          "{} is configured without CUDA. Configure `cmake --preset cuda` (it needs nvcc) and name "
          "it with --build-dir build/cuda, or grade with --device cpu.",
          folder.path().string()));
    }
    if (!gpu_present()) {
      throw machine_error(
          "there is no GPU on this machine, or its driver is not loaded. Grade with "
          "--device cpu.");
    }
    return {"cuda"};
  }
  if (wanted != "auto") {
    throw usage_error(fmt::format("--device must be auto, cpu or cuda, not \"{}\"", wanted));
  }
  return folder.has_cuda() && gpu_present() ? std::vector<std::string>{"cpu", "cuda"}
                                            : std::vector<std::string>{"cpu"};
}

grade_options with_build_folder(grade_options options) {
  if (options.build_folder.empty()) {
    options.build_folder = default_build_folder(options.root, options.device);
  }
  return options;
}

}  // namespace

fs::path default_build_folder(const fs::path& root, const std::string& device) {
  const fs::path cuda = root / "build" / "cuda";
  const bool wanted = device == "cuda" || (device == "auto" && gpu_present());
  return wanted && fs::exists(cuda / "CMakeCache.txt") ? cuda : root / "build" / "cpu";
}

grader::grader(grade_options options)
    : options_(with_build_folder(std::move(options))),
      course_(load_course(options_.root)),
      build_(build_folder::open(options_.build_folder, options_.root)),
      devices_(choose_devices(options_.device, build_)) {
  apply_policy(options_.rules, course_);
  base::require_writable(options_.build_folder);
}

fs::path grader::shown(const fs::path& path) const {
  const fs::path inside = fs::absolute(path).lexically_normal().lexically_relative(
      fs::absolute(options_.root).lexically_normal());
  return inside.empty() || *inside.begin() == ".." ? path : inside;
}

environment grader::where() const {
  environment result;
  result.created = utc_now();
  result.course_version = build_.cached("CMAKE_PROJECT_VERSION");
  result.devices = devices_;
  result.cpu = cpu_name();
  const bool on_gpu = std::find(devices_.begin(), devices_.end(), "cuda") != devices_.end();
  result.gpu = on_gpu ? gpu_name() : "";
  result.compiler = build_.compiler();
  result.cuda_compiler = build_.cuda_compiler();
  result.cmake = build_.cmake_version();
  result.system = system_name();
  result.build_folder = shown(options_.build_folder).string();
  result.tree = to_text(options_.tree);
  return result;
}

lesson_result grader::grade_lesson(const lesson& lesson,
                                   const std::function<void(const progress&)>& on_progress,
                                   const std::function<bool()>& should_stop, bool* stopped,
                                   bool built) const {
  own_kernel kernel(*this, lesson, on_progress, should_stop);
  const build_outcome all = built ? build_outcome() : build_all({lesson}, on_progress, should_stop);
  if (built || all.succeeded) {
    kernel.note_all_built();
  }
  lesson_result result = grade_kernels(lesson, kernel, {devices_, nullptr, on_progress}, stopped);
  result.build_seconds += all.seconds;
  return result;
}

build_outcome grader::build_all(const std::vector<lesson>& chosen,
                                const std::function<void(const progress&)>& on_progress,
                                const std::function<bool()>& should_stop) const {
  std::vector<std::string> targets;
  for (const lesson& lesson : chosen) {
    for (const check* task : lesson.tasks()) {
      if (fs::exists(options_.root / lesson.kernel_file(options_.tree, *task))) {
        for (const std::string& device : devices_) {
          targets.push_back(lesson.test_target(options_.tree, device, *task));
        }
      }
    }
  }
  if (targets.size() < 2) {
    return {};
  }
  const std::string name = chosen.size() == 1 ? chosen.front().id() : "the lessons";
  if (on_progress) {
    on_progress({name, "building", {}});
  }
  return build_.build(
      targets, options_.build_timeout_seconds,
      [&](std::string_view piece) {
        if (const std::string step = last_step(piece); on_progress && !step.empty()) {
          on_progress({name, "building", step});
        }
      },
      should_stop);
}

report grader::grade(const std::vector<lesson>& chosen,
                     const std::function<void(const progress&)>& on_progress,
                     const std::function<void(const lesson_result&)>& on_lesson) const {
  report result;
  result.where = where();
  const bool built = chosen.size() > 1 && build_all(chosen, on_progress).succeeded;
  for (const lesson& lesson : chosen) {
    result.lessons.push_back(grade_lesson(lesson, on_progress, {}, nullptr, built));
    if (on_lesson) {
      on_lesson(result.lessons.back());
    }
  }
  settle(result);
  return result;
}

}  // namespace kw::grader
