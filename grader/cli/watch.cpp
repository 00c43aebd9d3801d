#include "grader/cli/watch.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/cli/exercise_results.hpp"
#include "grader/cli/hint.hpp"
#include "grader/cli/other_programs.hpp"
#include "grader/cli/progress_file.hpp"
#include "grader/cli/progress_line.hpp"
#include "grader/cli/trace_command.hpp"
#include "grader/cli/watch_events.hpp"
#include "grader/cli/watch_screen.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/score/scoring.hpp"
#include "grader/trace/trace_run.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKeys = "htnrsl?\n";
constexpr int kEditorPauseMilliseconds = 40;  // editors save in several steps

/// The loop itself: what is being worked on, and what was last found out about it.
class watch_session {
 public:
  watch_session(const grader& grader, const std::string& edit_command)
      : grader_(grader),
        editor_(edit_command, grader.options().root),
        events_(grader, kKeys),
        style_(text_style::of(stdout)),
        display_(style_, events_.has_keys()),
        progress_(grader) {}

  void run(const course_part& first) {
    begin(first.of != nullptr ? first : course_part{lesson_to_continue(), nullptr});
    bool due = true;
    while (!events_.pending().quit) {
      if (due) {
        due = !check_due();
      }
      if (!due && events_.pending().saved.empty() && !events_.pending().quit) {
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
      if (lesson.id() == progress_.latest() && !progress_.complete(lesson)) {
        return &lesson;
      }
    }
    const lesson* last = &course.lessons.back();
    for (const lesson& lesson : course.lessons) {
      if (!lesson.elective) {
        last = &lesson;
        if (!progress_.complete(lesson)) {
          break;
        }
      }
    }
    return last;
  }

  /// Turns to a lesson, or to one task of it alone: everything of it is due.
  void begin(const course_part& part) {
    watched_ = part;
    definition_ = part.task != nullptr ? part_of(*part.of, {part.task->task}) : *part.of;
    result_ = start_lesson(definition_, grader_.options().tree);
    saved_ = nullptr;
    shown_.clear();
    all_due();
  }

  void all_due() {
    for (const check* task : definition_.tasks()) {
      due_.insert(task->task);
    }
  }

  /// The lesson after this one, or, where a task is watched alone, the task after it.
  course_part next_part() const {
    const auto& lessons = grader_.lessons().lessons;
    const std::vector<const check*> tasks = watched_.of->tasks();
    const auto at = std::find(tasks.begin(), tasks.end(), watched_.task);
    if (at != tasks.end() && at + 1 != tasks.end()) {
      return {watched_.of, at[1]};
    }
    const lesson* const next = watched_.of == &lessons.back() ? lessons.data() : watched_.of + 1;
    return {next, watched_.task != nullptr ? next->tasks().front() : nullptr};
  }

  /// True when there is something to check.
  bool react() {
    pending_events& pending = events_.pending();
    if (!pending.saved.empty()) {
      events_.collect(kEditorPauseMilliseconds);
      asked_ = 0;
      return take_saves(std::exchange(pending.saved, {}));
    }
    const char key = std::exchange(pending.key, 0);
    const bool again = key != 0 && key == std::exchange(asked_, key);
    try {
      return press(key, again);
    } catch (const usage_error& error) {
      display_.page(std::string(error.what()) + "\n");
    } catch (const machine_error& error) {
      display_.page(std::string(error.what()) + "\n");
    }
    return false;
  }

  /// A task that is watched alone stays so; else the watch goes where the last save was.
  bool take_saves(const std::vector<course_part>& saves) {
    const lesson* of = saves.back().of;
    if (watched_.task == nullptr && of != watched_.of) {
      begin({of, nullptr});
    }
    bool check = false;
    for (const course_part& save : saves) {
      const kw::grader::check* task = definition_.find_check(save.task->id);
      if (save.of == watched_.of && task != nullptr) {
        due_.insert(task->task);
        saved_ = task;
        check = true;
      }
    }
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
        begin(next_part());
        return true;
      case 'r':
        reset(again);
        return false;
      case 's':
        print_solution(again);
        return false;
      case 'l':
        display_.page("\n" + progress_.describe_lessons(definition_.id(), style_));
        return false;
      case '?':
        display_.page("\n" + describe_keys());
        return false;
      case '\n':
        if (display_.leave_page()) {
          return false;
        }
        all_due();
        return true;
      default:
        return false;
    }
  }

  /// Checks what is due, and first of all the task that was saved. False when a save or a key cut
  /// it short.
  bool check_due() {
    try {
      const bool told = saved_ != nullptr;
      if (told) {
        if (!grade({saved_->task})) {
          return false;
        }
        tell_verdict(*std::exchange(saved_, nullptr));
      }
      if (!due_.empty() && !grade({due_.begin(), due_.end()})) {
        return false;
      }
      progress_.note(result_);
      if (!told) {
        tell_verdict();
      }
      tell_rest();
      editor_.open_next(result_, shown_);
    } catch (const machine_error& error) {
      display_.page(clock_time() + "\n" + indent(error.what(), "  "));
    }
    return true;
  }

  /// Grades tasks, which then are not due any more. False when it was cut short.
  bool grade(const std::vector<int>& tasks) {
    bool stopped = false;
    const auto began = exercise_results::time::clock::now();
    progress_line line(stdout);
    lesson_result part = grader_.grade_lesson(
        part_of(definition_, tasks),
        [&](const progress& step) {
          if (events_.has_keys()) {
            line.show(step);
          }
        },
        [&] {
          events_.collect(0);
          return events_.pending().quit || !events_.pending().saved.empty();
        },
        &stopped);
    line.clear();
    if (!stopped) {
      seconds_ = part.build_seconds + part.run_seconds;
      for (const int task : tasks) {
        due_.erase(task);
      }
      note_passed(part);
      latest_ = part;
      exercise_results(grader_).note(part, began);
      take_part(result_, std::move(part));
    }
    return !stopped;
  }

  /// The verdict on a task that was saved.
  void tell_verdict(const check& task) {
    // What it needs may not be known yet, and then it is judged by itself.
    const lesson_result& known = due_.empty() ? result_ : latest_;
    shown_ = task.id;
    tell(describe_verdict(known, *known.find_check(task.id), style_), known);
  }

  /// The verdict on the lesson, or on the only task that is watched.
  void tell_verdict() {
    const check_result* open = first_open_check(result_);
    shown_ = (open != nullptr ? *open : result_.checks.front()).definition.id;
    tell(watched_.task != nullptr ? describe_verdict(result_, *result_.find_check(shown_), style_)
                                  : describe_verdict(result_, style_),
         result_);
  }

  void tell(const std::string& verdict, const lesson_result& known) {
    watch_view view;
    view.main = verdict;
    view.news = std::exchange(news_, "");
    const check_result* check = known.find_check(shown_);
    view.place = describe_place(known, *check,
                                display_.redraws() ? grader_.options().root : fs::path(), style_);
    shown_seconds_ = seconds_;
    view.title = fmt::format(
        "{}  {}   {}", style_.bold(definition_.id()), watched_.of->title,
        style_.dim(fmt::format("{}, checked in {:.1f} s", clock_time(), shown_seconds_)));
    display_.verdict(std::move(view));
  }

  /// Notes which checks of a new result are complete that were not before.
  void note_passed(const lesson_result& part) {
    for (const check_result& fresh : part.checks) {
      const check_result* old = result_.find_check(fresh.definition.id);
      if (fresh.complete() && old != nullptr && old->counted > 0 && !old->complete()) {
        news_ += fmt::format("{} {} has passed: {}\n", style_.good(style_.tick()),
                             definition_.task_id(fresh.definition), fresh.definition.title);
      }
    }
  }

  /// The other checks in a line each, all lessons in one, and the keys.
  void tell_rest() {
    std::string others;
    for (const check_result& check : result_.checks) {
      if ((display_.redraws() || check.definition.id != shown_) && check.scored()) {
        others += describe_check_line(check, style_, display_.columns());
      }
    }
    const bool complete = result_.state == lesson_state::complete;
    const std::string keys =
        name_keys(complete, result_.find_check(shown_)->state == task_state::built,
                  watched_.task != nullptr ? "task" : "lesson");
    others += complete && watched_.task == nullptr ? progress_.describe_next(*watched_.of) : "";
    others += progress_.describe(definition_.id(), style_, display_.columns()) + "\n";
    display_.rest(others,
                  fmt::format("  {:.1f} s. Watching {}; {}", shown_seconds_, watched_name(),
                              events_.has_keys() ? keys : "Ctrl-C quits"),
                  keys);
  }

  /// The files that are watched, for a reader.
  std::string watched_name() const {
    const fs::path file = result_.checks.front().kernel_file;
    return watched_.task != nullptr ? file.string() : (file.parent_path() / "*.cpp").string();
  }

  /// The check whose verdict is on the screen; null before the first.
  const check_result* shown() const { return result_.find_check(shown_); }

  static const char* not_yet(const check_result* check) {
    return check == nullptr                           ? ""
           : check->state == task_state::file_missing ? " before its file is there"
                                                      : " before it compiles";
  }

  void print_hint() {
    const check_result* check = shown();
    check = check != nullptr && check->complete() ? first_open_check(result_) : check;
    if (check == nullptr || check->state != task_state::built) {
      display_.page(fmt::format("There is nothing to hint at{}.\n", not_yet(check)));
    } else {
      display_.page(
          "\n" + give_hint(grader_, definition_, check->definition, check->hints_for, 0, style_));
    }
  }

  void print_trace() {
    const check_result* check = shown();
    if (check == nullptr || check->state != task_state::built) {
      display_.page(fmt::format("There is nothing to trace{}.\n", not_yet(check)));
      return;
    }
    const traced_test traced = trace_lesson(grader_, *watched_.of, check->definition.id);
    const fs::path page = write_trace_page(grader_, *watched_.of, traced);
    const std::string name = grader_.shown(page).string();
    display_.page(fmt::format("\n{}\nThe page: {}\n", to_terminal(traced.launches.front(), -1),
                              display_.redraws() ? file_link(page, 0, name) : name));
  }

  /// "lesson08.2": the task on the screen.
  std::string shown_task() const {
    const check_result* check = shown();
    return definition_.task_id(check != nullptr ? check->definition : definition_.checks.front());
  }

  void reset(bool again) {
    if (!again) {
      display_.page(fmt::format(
          "r again puts the skeleton of {} back. Your file is kept in backups/.\n", shown_task()));
      return;
    }
    display_.page(run_launcher(grader_, "reset",
                               shown_task()));  // the save that it makes starts the next check
  }

  void print_solution(bool again) {
    if (!again && (shown() == nullptr || !shown()->complete())) {
      display_.page(fmt::format(
          "{} is not complete yet. h gives a hint; s again shows the solution.\n", shown_task()));
      return;
    }
    display_.page("\n" + run_launcher(grader_, "solution", shown_task()));
  }

  const grader& grader_;
  exercise_opener editor_;
  event_source events_;
  text_style style_;
  watch_display display_;
  progress_file progress_;
  course_part watched_;           ///< A lesson, or one task alone.
  lesson definition_;             ///< The same with its checks.
  lesson_result result_;          ///< What is known of it.
  lesson_result latest_;          ///< What the last grading gave.
  std::set<int> due_;             ///< Tasks that are to be graded.
  const check* saved_ = nullptr;  ///< The task among them that was saved last.
  std::string news_;              ///< What has passed since the last verdict.
  std::string shown_;             ///< The id of the check on the screen.
  double seconds_ = 0;            ///< That the last grading took,
  double shown_seconds_ = 0;      ///< and the one before the verdict on the screen.
  char asked_ = 0;                ///< The last key, for what must be asked for twice.
};

}  // namespace

void watch(const grader& grader, const course_part& part, const std::string& edit_command) {
  try {
    watch_session(grader, edit_command).run(part);
  } catch (const interrupted&) {
    // Ctrl-C is how one leaves.
  }
}

}  // namespace kw::grader
