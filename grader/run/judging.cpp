#include "grader/run/judging.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/gpu_turn.hpp"
#include "grader/run/test_output.hpp"
#include "grader/run/workshop.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMessageLimit = 16384;

/// The judging of one kernel.
class judging {
 public:
  judging(const lesson_kit& kit, const judging_options& options, const fs::path& scratch)
      : kit_(kit), options_(options), shop_(kit, options, scratch) {
    result_.definition = kit.definition();
    result_.kernel_file = kit.definition().kernel_file(kernel_tree::exercise);
  }

  lesson_result run(std::string_view kernel) {
    {
      const auto working = options_.machine != nullptr ? options_.machine->work()
                                                       : std::shared_lock<std::shared_mutex>();
      shop_.prepare(kernel);
      if (compile()) {
        test();
      }
      score_lesson(result_, tests_);
      name_reproduction();
    }
    if (!kit_.bench_judge().empty() && fs::exists(kit_.solution())) {
      judge_speed(shop_, result_);
    }
    return std::move(result_);
  }

 private:
  bool compile() {
    compiled_kernel compiled = shop_.compile();
    result_.build_seconds = compiled.seconds;
    if (!compiled.built) {
      result_.state = lesson_state::compile_failed;
      result_.error = std::move(compiled.error);
      result_.message = std::move(compiled.message);
    }
    return compiled.built;
  }

  /// For the student, whose file lies in exercises/ and needs no sandbox.
  void name_reproduction() {
    const lesson& lesson = result_.definition;
    const std::string& device = options_.device;
    const std::string program = fmt::format("build/{}/lessons/{}", device,
                                            lesson.test_target(kernel_tree::exercise, device));
    result_.reproduce = "./course grade " + lesson.id() + (shop_.on_gpu() ? " --device cuda" : "");
    for (check_result& check : result_.checks) {
      if (check.speed) {
        check.reproduce = result_.reproduce + " --bench";
      } else {
        check.reproduce =
            result_.reproduce + " && " +
            base::quote_command({program, "--gtest_filter=" + check.definition.tests});
      }
    }
  }

  base::process_request judge_request(const fs::path& results, const fs::path& findings,
                                      const fs::path& events,
                                      const base::control_group* group) const {
    sandbox_request worker = shop_.worker(shop_.out(), group);
    worker.environment.emplace_back("KW_CHECK", "on");
    base::process_request process;
    process.command = {fs::absolute(kit_.judge()).string(),       "--gtest_color=no",
                       "--gtest_output=json:" + results.string(), "--device=" + options_.device,
                       fmt::format("--seed={}", options_.seed),   "--events=" + events.string()};
    const std::vector<std::string> rest = shop_.judge_arguments(worker);
    process.command.insert(process.command.end(), rest.begin(), rest.end());
    process.working_folder = shop_.scratch();
    process.environment = {{"KW_FINDINGS_FILE", findings.string()},
                           {"KW_CHECK", "on"},
                           {"GTEST_SHARD_INDEX", "0"},
                           {"GTEST_TOTAL_SHARDS", "1"}};
    process.timeout_seconds = options_.judge_seconds;
    return process;
  }

  void test() {
    const fs::path folder = fs::absolute(shop_.scratch());
    const fs::path results = folder / "results.json";
    const fs::path findings = folder / "findings.jsonl";
    const fs::path events = folder / "events.jsonl";
    const auto group = shop_.group_for_worker();
    const gpu_turn turn(shop_.on_gpu());
    const base::process_outcome outcome =
        base::run_process(judge_request(results, findings, events, group.get()));
    result_.run_seconds = outcome.seconds;
    tests_ = parse_results_json(base::read_text_file(results));
    // The judge is the course's own program: whatever a submission does, it comes to its end.
    if (outcome.end != base::process_end::exited || outcome.exit_code > 1 || tests_.empty()) {
      base::require_writable(shop_.scratch());
      throw machine_error(fmt::format(
          "the judge of {} did not come to its end ({}): {}", kit_.definition().id(),
          outcome.end == base::process_end::exited ? fmt::format("exit code {}", outcome.exit_code)
          : outcome.end == base::process_end::signalled ? base::describe_signal(outcome.signal)
          : outcome.end == base::process_end::timed_out ? "its time was up"
                                                        : outcome.start_error,
          base::plain_text(outcome.output.substr(
              outcome.output.size() - std::min<std::size_t>(outcome.output.size(), 1000)))));
    }
    const std::vector<judge_event> failures = parse_judge_events(base::read_text_file(events));
    if (!failures.empty()) {
      require_gpu(kit_, options_);  // or it may be the GPU that failed
    }
    take_events(failures);
    for (finding& found : parse_findings(base::read_text_file(findings))) {
      const auto test = std::find_if(tests_.begin(), tests_.end(), [&](const test_result& one) {
        return one.name == found.test;
      });
      if (test != tests_.end()) {
        test->findings.push_back(std::move(found));
      }
    }
    for (test_result& test : tests_) {
      test.device = options_.device;
      test.message = base::plain_text(test.message, kMessageLimit);
    }
  }

  void take_events(const std::vector<judge_event>& events) {
    for (const judge_event& event : events) {
      if (event.kind == "not-started") {
        shop_.require_sound_machine(event.output);
      }
      workshop::require_memory({0, event.kind == "machine-memory" ? 1 : 0, 0});
      const auto test = std::find_if(tests_.begin(), tests_.end(), [&](const test_result& one) {
        return one.name == event.test;
      });
      if (test == tests_.end()) {
        continue;
      }
      test->status = event.kind == "hung" ? test_status::hung : test_status::crashed;
      const bool printed = !event.output.empty() && event.kind != "gpu";
      test->message =
          in_words(event, options_) + (printed ? "\nIt had printed:\n" + event.output : "");
      if (result_.message.empty()) {
        result_.message = fmt::format("{} (test {})", in_words(event, options_), event.test);
        result_.program_output = event.output;
      }
    }
    for (test_result& test : tests_) {
      if (test.status == test_status::failed &&
          test.message.find("was not called: the program has failed too often") !=
              std::string::npos) {
        test.status = test_status::missing;
        test.message = "It was not run: the program had crashed or hung too often before it.";
      }
    }
  }

  const lesson_kit& kit_;
  const judging_options& options_;
  workshop shop_;
  lesson_result result_;
  std::vector<test_result> tests_;
};

}  // namespace

lesson_result judge_kernel(const lesson_kit& kit, std::string_view kernel,
                           const judging_options& options, const fs::path& scratch) {
  return judging(kit, options, scratch).run(kernel);
}

}  // namespace kw::grader
