#include "grader/run/sandbox/submitted_kernel.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/run/sandbox/judge_program.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

submitted_kernel::submitted_kernel(const task_kit& kit, std::string_view kernel,
                                   const untrusted_options& options, fs::path scratch)
    : shop_(kit, options, scratch), kernel_(kernel) {
  if (kit.on_cpu() != nullptr) {
    cpu_shop_.emplace(*kit.on_cpu(), options, scratch += "-cpu");
  }
}

const workshop& submitted_kernel::shop_for(const std::string& device) const {
  return cpu_shop_ && device == cpu_shop_->device() ? *cpu_shop_ : shop_;
}

fs::path submitted_kernel::kernel_file(const check&) const {
  return shop_.kit().kernel_file();
}

built_kernel submitted_kernel::build(const check&, const std::string& device) {
  const workshop& shop = shop_for(device);
  shop.prepare(kernel_);
  return shop.compile();
}

test_run submitted_kernel::run_tests(const check&, const std::string& device) {
  return run_judge(shop_for(device));
}

std::string own_run(const std::string& part) {
  return "./course grade " + part;
}

/// For the student, whose file is in exercises/ and needs no sandbox.
void submitted_kernel::annotate(lesson_result& result) const {
  const std::string kit_device = shop_.device();
  const std::string grade = own_run(shop_.kit().id());
  for (check_result& check : result.checks) {
    if (check.speed) {
      speed_rule& rule = *check.definition.speed;
      rule.benchmarks = rule.on(kit_device);
    }
    const test_result* const failed = telling_test(check);
    const std::string device = failed != nullptr ? failed->device : kit_device;
    const std::string program =
        fmt::format("build/{}/lessons/{}", kit_device,
                    result.definition.test_target(kernel_tree::exercise, device, check.definition));
    check.reproduce = grade + (check.speed ? " --bench" : " && " + program);
  }
}

std::string submitted_kernel::speed_device() const {
  const task_kit& kit = shop_.kit();
  const bool measures = !kit.bench_judge().empty() && fs::exists(kit.solution());
  return measures ? shop_.device() : "";
}

/// The judge that measures, with the worker in a folder. The solution's is in the sandbox as
/// well: a scheduler may favour what runs in a session of its own.
bench_program submitted_kernel::bench_of(const fs::path& folder) const {
  sandbox_request worker = shop_.worker(folder);
  worker.environment.emplace_back("KW_CHECK", "off");
  bench_program program;
  program.program = shop_.kit().bench_judge();
  program.arguments = {fmt::format("--task={}", shop_.kit().task().task)};
  program.working_folder = shop_.scratch();
  program.scratch = shop_.scratch();
  program.device = shop_.device();
  if (shop_.on_gpu()) {
    program.take_turn = take_gpu;
  }
  program.environment = {{"KW_THREADS", "1"}};
  program.last_arguments = shop_.judge_arguments(worker);
  program.last_arguments.insert(program.last_arguments.begin(),
                                "--solution=" + fs::absolute(shop_.kit().solution()).string());
  return program;
}

speed_programs submitted_kernel::build_to_measure(const check&) {
  speed_programs programs;
  if (!shop_.compile(true).built) {
    programs.why_not = "It does not compile as kernels are measured.";
    return programs;
  }
  // A file can be compiled to something else here, by a macro that only one of the two builds has.
  for (const test_result& test : run_judge(shop_).tests) {
    if (test.status != test_status::passed) {
      programs.why_not = fmt::format(
          "As it is compiled to be measured, it does not pass the test {}, which it passes "
          "otherwise. A kernel is the same in both.",
          test.name);
      return programs;
    }
  }
  programs.options.score_erratic = true;
  programs.kernel = bench_of(shop_.out());
  programs.solution = bench_of(shop_.kit().solution().parent_path());
  return programs;
}

namespace {

/// On the kit's own device.
std::vector<std::string> passed_here_without_work(const task_kit& kit, std::string_view skeleton,
                                                  const untrusted_options& options,
                                                  const fs::path& scratch) {
  const workshop shop(kit, options, scratch);
  shop.prepare(skeleton);
  const built_kernel compiled = shop.compile();
  if (!compiled.built) {
    throw machine_error(fmt::format("the untouched exercise of {} cannot be built: {}", kit.id(),
                                    compiled.message));
  }
  std::vector<std::string> names;
  for (const test_run& run : {run_judge(shop), run_idle_judge(shop)}) {
    for (const test_result& test : run.tests) {
      if (test.status == test_status::passed) {
        names.push_back(test.name);
      }
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> passed_without_work(const task_kit& kit, std::string_view skeleton,
                                             const untrusted_options& options,
                                             const fs::path& scratch) {
  std::vector<std::string> names = passed_here_without_work(kit, skeleton, options, scratch);
  if (kit.on_cpu() != nullptr) {  // a test has passed where it has passed on both
    const std::vector<std::string> on_cpu =
        passed_here_without_work(*kit.on_cpu(), skeleton, options, scratch);
    std::erase_if(names, [&](const std::string& name) {
      return std::find(on_cpu.begin(), on_cpu.end(), name) == on_cpu.end();
    });
  }
  return names;
}

void build_solution(const task_kit& kit, std::string_view kernel, const untrusted_options& options,
                    const fs::path& scratch) {
  workshop shop(kit, options, scratch);
  shop.prepare(kernel);
  const built_kernel compiled = shop.compile(true);
  std::error_code error;
  const fs::path folder = kit.solution().parent_path();
  fs::create_directories(folder, error);
  fs::permissions(folder, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec,
                  error);
  if (!compiled.built || !fs::copy_file(shop.out() / "worker", kit.solution(),
                                        fs::copy_options::overwrite_existing, error)) {
    throw machine_error(fmt::format("the solution of {} cannot be built to measure beside it: {}",
                                    kit.id(), compiled.message + error.message()));
  }
  options.box.share(folder);
}

}  // namespace kw::grader
