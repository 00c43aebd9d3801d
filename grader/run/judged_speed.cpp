// The speed of kernels that are not trusted, measured from outside of their process.
#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/run/bench_program.hpp"
#include "grader/run/workshop.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

compiled_kernel compile_to_measure(const workshop& shop) {
  quiet_machine* const machine = shop.options().machine;
  const auto working = machine != nullptr ? machine->work() : std::shared_lock<std::shared_mutex>();
  return shop.compile(true);
}

/// The judge that measures, with the worker in a folder. The solution's is in the sandbox as
/// well: a scheduler may favour what runs in a session of its own.
bench_program bench_of(const workshop& shop, const fs::path& folder,
                       const base::control_group* group) {
  sandbox_request worker = shop.worker(folder, group);
  worker.environment.emplace_back("KW_CHECK", "off");
  bench_program program;
  program.program = shop.kit().bench_judge();
  program.working_folder = shop.scratch();
  program.scratch = shop.scratch();
  program.environment = {{"KW_THREADS", "1"}};
  program.last_arguments = shop.judge_arguments(worker);
  program.last_arguments.insert(program.last_arguments.begin(),
                                "--solution=" + fs::absolute(shop.kit().solution()).string());
  return program;
}

}  // namespace

// Only what the tests found right is measured, and not by itself: the clock is the judge's.
void judge_speed(const workshop& shop, lesson_result& result) {
  quiet_machine* const machine = shop.options().machine;
  std::string why = why_no_speed(result);
  const bool built = why.empty() && compile_to_measure(shop).built;
  if (why.empty() && !built) {
    why = "It does not compile as kernels are measured.";
  }
  const auto quiet =
      built && machine != nullptr ? machine->measure() : std::unique_lock<std::shared_mutex>();
  const auto group = built ? shop.group_for_worker() : nullptr;
  for (check_result& check : result.checks) {
    if (!check.speed) {
      continue;
    }
    if (built) {
      check.speed = compare_speed(*check.definition.speed, bench_of(shop, shop.out(), group.get()),
                                  bench_of(shop, shop.kit().solution().parent_path(), group.get()));
    } else {
      check.speed->state = speed_state::wrong;
      check.speed->note = why;
    }
    check.speed->device = "cpu";
  }
  settle_lesson(result);
}

void build_solution(const lesson_kit& kit, std::string_view kernel, const judging_options& options,
                    const fs::path& scratch) {
  workshop shop(kit, options, scratch);
  shop.prepare(kernel);
  const compiled_kernel compiled = shop.compile(true);
  std::error_code error;
  const fs::path folder = kit.solution().parent_path();
  fs::create_directories(folder, error);
  fs::permissions(folder, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec,
                  error);
  if (!compiled.built || !fs::copy_file(shop.out() / "worker", kit.solution(),
                                        fs::copy_options::overwrite_existing, error)) {
    throw machine_error(fmt::format("the solution of {} cannot be built to measure beside it: {}",
                                    kit.definition().id(), compiled.message + error.message()));
  }
  options.box.share(folder);
}

}  // namespace kw::grader
