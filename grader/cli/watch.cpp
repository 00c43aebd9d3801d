#include "grader/cli/watch.hpp"

#include <cstdio>
#include <ctime>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/cli/hint.hpp"
#include "grader/cli/progress_file.hpp"
#include "grader/cli/progress_line.hpp"
#include "grader/cli/trace_command.hpp"
#include "grader/cli/watch_events.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/score/scoring.hpp"
#include "grader/trace/trace_run.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKeys = "htnrs\n";
constexpr int kEditorPauseMilliseconds = 40;  // editors save in several steps
constexpr double kLauncherTimeoutSeconds = 60;

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  return text;
}

/// The loop itself: what is being worked on, and what was last found out about it.
class watch_session {
 public:
  explicit watch_session(const grader& grader)
      : grader_(grader),
        events_(grader, kKeys),
        style_(text_style::of(stdout)),
        progress_(grader) {}

  void run(const lesson* first) {
    current_ = first != nullptr ? first : lesson_to_continue();
    bool due = true;
    while (!events_.pending().quit) {
      if (due) {
        due = !check_current();
      }
      if (!due && events_.pending().saved == nullptr && !events_.pending().quit) {
        events_.collect(-1);
      }
      due = react() || due;
    }
  }

 private:
  /// The lesson worked on last, unless it is complete: then the first that is not known to be.
  const lesson* lesson_to_continue() const {
    const course& course = grader_.lessons();
    for (const lesson& lesson : course.lessons) {
      if (lesson.id() == progress_.latest() && !progress_.complete(lesson.id())) {
        return &lesson;
      }
    }
    for (const lesson& lesson : course.lessons) {
      if (!progress_.complete(lesson.id())) {
        return &lesson;
      }
    }
    return &course.lessons.back();
  }

  const lesson* next_lesson() const {
    const auto& lessons = grader_.lessons().lessons;
    const lesson* next = current_ + 1;
    return next == lessons.data() + lessons.size() ? lessons.data() : next;
  }

  /// True when there is something to check.
  bool react() {
    pending_events& pending = events_.pending();
    if (pending.saved != nullptr) {
      events_.collect(kEditorPauseMilliseconds);
      current_ = std::exchange(pending.saved, nullptr);
      asked_ = 0;
      return true;
    }
    const char key = std::exchange(pending.key, 0);
    const bool again = key != 0 && key == std::exchange(asked_, key);
    bool check = false;
    try {
      check = press(key, again);
    } catch (const usage_error& error) {
      fmt::print("{}\n", error.what());
    } catch (const machine_error& error) {
      fmt::print("{}\n", error.what());
    }
    std::fflush(stdout);
    return check;
  }

  /// \param again whether the same key was pressed just before
  bool press(char key, bool again) {
    switch (key) {
      case 'h':
        print_hint();
        return false;
      case 't':
        print_trace();
        return false;
      case 'n':
        current_ = next_lesson();
        last_.reset();
        return true;
      case 'r':
        reset(again);
        return false;
      case 's':
        print_solution(again);
        return false;
      default:
        return key == '\n';
    }
  }

  /// False when a save or a key cut it short.
  bool check_current() {
    bool stopped = false;
    try {
      progress_line line(stdout);
      lesson_result result = grader_.grade_lesson(
          *current_,
          [&](const progress& step) {
            if (events_.has_keys()) {
              line.show(step);
            }
          },
          [&] {
            events_.collect(0);
            return events_.pending().quit || events_.pending().saved != nullptr;
          },
          &stopped);
      line.clear();
      if (stopped) {
        return false;
      }
      last_ = std::move(result);
      progress_.note(*last_);
      tell();
    } catch (const machine_error& error) {
      last_.reset();
      fmt::print("{}\n{}", clock_time(), indent(error.what(), "  "));
    }
    std::fflush(stdout);
    return true;
  }

  void tell() const {
    fmt::print("\n{}\n", progress_.describe(grader_.lessons(), current_->id(), style_));
    fmt::print("{}  {}", style_.dim(clock_time()), describe_verdict(*last_, style_));
    const bool complete = last_->state == lesson_state::complete;
    const bool ran = !last_->error && last_->state == lesson_state::incomplete;
    const char* keys = complete ? "n: next lesson, s: our solution, t: trace, q: quit"
                       : ran ? "h: hint, t: see what the kernel touches, n: next lesson, r: reset, "
                               "q: quit"
                             : "n: next lesson, r: reset, q: quit";
    fmt::print("{}\n",
               style_.dim(fmt::format(
                   "  {:.1f} s. Watching {}; {}", last_->build_seconds + last_->run_seconds,
                   last_->kernel_file.string(), events_.has_keys() ? keys : "Ctrl-C quits")));
  }

  void print_hint() const {
    const check_result* open = last_ ? first_open_check(*last_) : nullptr;
    if (open == nullptr || last_->error) {
      fmt::print("There is nothing to hint at{}.\n",
                 last_ && last_->error ? " before it compiles" : "");
    } else {
      fmt::print("\n{}", give_hint(last_->definition, open->definition, open->hints_for,
                                   memory_of(grader_), 0, style_));
    }
  }

  void print_trace() const {
    if (!last_ || last_->error) {
      fmt::print("There is nothing to trace{}.\n", last_ ? " before it compiles" : "");
      return;
    }
    const traced_test traced = trace_lesson(grader_, *current_, "");
    const fs::path page = write_trace_page(grader_, *current_, traced);
    fmt::print("\n{}\nThe page: {}\n", to_terminal(traced.launches.front(), -1),
               grader_.shown(page).string());
  }

  void reset(bool again) const {
    if (!again) {
      fmt::print("r again puts the skeleton of {} back. Your file is kept in backups/.\n",
                 current_->id());
      return;
    }
    fmt::print("{}", run_launcher("reset"));  // the save that it makes starts the next check
  }

  void print_solution(bool again) const {
    if (!progress_.complete(current_->id()) && !again) {
      fmt::print("{} is not complete yet. h gives a hint; s again shows the solution.\n",
                 current_->id());
      return;
    }
    fmt::print("\n{}", run_launcher("solution"));
  }

  /// What `./course VERB LESSON` prints.
  std::string run_launcher(const char* verb) const {
    base::process_request request;
    request.command = {fs::absolute(grader_.options().root / "course").string(), verb,
                       current_->id()};
    request.environment = {{"KW_SOLUTION", "show"}};
    request.working_folder = grader_.options().root;
    request.timeout_seconds = kLauncherTimeoutSeconds;
    const base::process_outcome outcome = base::run_process(request);
    return outcome.end == base::process_end::not_started
               ? fmt::format("cannot run ./course: {}\n", outcome.start_error)
               : outcome.output;
  }

  const grader& grader_;
  event_source events_;
  text_style style_;
  progress_file progress_;
  const lesson* current_ = nullptr;
  std::optional<lesson_result> last_;
  char asked_ = 0;  ///< The last key, for what must be asked for twice.
};

}  // namespace

void watch(const grader& grader, const lesson* lesson) {
  try {
    watch_session(grader).run(lesson);
  } catch (const interrupted&) {
    // Ctrl-C is how one leaves.
  }
}

}  // namespace kw::grader
