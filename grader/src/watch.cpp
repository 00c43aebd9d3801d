#include "grader/watch.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "grader/error.hpp"
#include "grader/hint.hpp"
#include "grader/process.hpp"
#include "grader/scoring.hpp"
#include "grader/terminal.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// Single keys instead of lines, for as long as it lives; nothing where there is no terminal.
class key_input {
 public:
  key_input() : active_(isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (active_) {
      termios single = before_;
      single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
      single.c_cc[VMIN] = 0;
      single.c_cc[VTIME] = 0;
      tcsetattr(STDIN_FILENO, TCSANOW, &single);
    }
  }
  ~key_input() {
    if (active_) {
      tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
  }
  key_input(const key_input&) = delete;
  key_input& operator=(const key_input&) = delete;

  bool active() const { return active_; }

 private:
  termios before_{};
  bool active_;
};

/// What has happened since it was last looked at.
struct pending_events {
  bool quit = false;
  bool hint = false;
  bool again = false;
  const lesson* saved = nullptr;
};

/// Listens to the exercises' folders and to the keyboard.
class event_source {
 public:
  explicit event_source(const grader& grader)
      : grader_(grader), inotify_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    if (inotify_ < 0) {
      throw machine_error(fmt::format("cannot watch files: {}", std::strerror(errno)));
    }
    watch_folders();  // before the first build, so that no save is missed
  }
  ~event_source() { close(inotify_); }
  event_source(const event_source&) = delete;
  event_source& operator=(const event_source&) = delete;

  pending_events& pending() { return pending_; }
  bool has_keys() const { return keys_.active(); }

  /// Takes note of what has happened, waiting up to `milliseconds` for the first event; -1 waits
  /// for ever. Returns early on a signal.
  void collect(int milliseconds) {
    if (milliseconds != 0) {
      watch_folders();
    }
    pollfd sources[] = {{inotify_, POLLIN, 0}, {keys_.active() ? STDIN_FILENO : -1, POLLIN, 0}};
    poll(sources, 2, milliseconds);
    if ((sources[0].revents & POLLIN) != 0) {
      read_saves();
    }
    if ((sources[1].revents & (POLLIN | POLLHUP)) != 0) {
      read_keys();
    }
    pending_.quit = pending_.quit || interrupt_requested();
  }

 private:
  /// Adding a folder that is watched already changes nothing, and one that was removed and made
  /// again, as by a version control tool, is found again.
  void watch_folders() {
    watched_.clear();
    for (const lesson& lesson : grader_.lessons().lessons) {
      const fs::path file = grader_.options().root / lesson.kernel_file(grader_.options().tree);
      const int id = inotify_add_watch(inotify_, file.parent_path().c_str(),
                                       IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR);
      if (id >= 0) {
        watched_[id] = &lesson;
      }
    }
  }

  void read_saves() {
    alignas(inotify_event) char buffer[8192];
    ssize_t got = 0;
    while ((got = read(inotify_, buffer, sizeof buffer)) > 0) {
      for (const char* at = buffer; at < buffer + got;) {
        const auto* event = reinterpret_cast<const inotify_event*>(at);
        const auto found = watched_.find(event->wd);
        if (found != watched_.end() && event->len > 0 &&
            found->second->name + ".cpp" == event->name) {
          pending_.saved = found->second;
        }
        at += sizeof(inotify_event) + event->len;
      }
    }
  }

  void read_keys() {
    char keys[64];
    const ssize_t got = read(STDIN_FILENO, keys, sizeof keys);
    pending_.quit = pending_.quit || got == 0;  // the terminal is gone
    for (ssize_t i = 0; i < got; ++i) {
      pending_.quit = pending_.quit || keys[i] == 'q' || keys[i] == 'Q';
      pending_.hint = pending_.hint || keys[i] == 'h' || keys[i] == 'H';
      pending_.again = pending_.again || keys[i] == '\n' || keys[i] == 'r';
    }
  }

  const grader& grader_;
  int inotify_;
  key_input keys_;
  std::map<int, const lesson*> watched_;
  pending_events pending_;
};

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
      : grader_(grader), events_(grader), style_(text_style::of(stdout)) {}

  void run(const lesson* first) {
    current_ = first != nullptr ? first : first_open_lesson();
    bool due = first != nullptr;
    while (!events_.pending().quit) {
      if (due && current_ != nullptr) {
        due = !check_current();
      }
      if (!due && !events_.pending().saved && !events_.pending().quit) {
        events_.collect(-1);
      }
      due = react() || due;
    }
  }

 private:
  /// True when there is something to check.
  bool react() {
    pending_events& pending = events_.pending();
    if (pending.saved != nullptr) {
      constexpr int kEditorPauseMilliseconds = 40;  // editors save in several steps
      events_.collect(kEditorPauseMilliseconds);
      current_ = pending.saved;
      pending.saved = nullptr;
      return true;
    }
    if (pending.hint) {
      pending.hint = false;
      print_hint();
    }
    return std::exchange(pending.again, false);
  }

  /// Grades lessons in order up to the first that is not complete.
  const lesson* first_open_lesson() {
    for (const lesson& lesson : grader_.lessons().lessons) {
      current_ = &lesson;
      while (!check_current() && !events_.pending().quit) {
        events_.pending().saved = nullptr;
      }
      if (events_.pending().quit || !last_ || last_->state != lesson_state::complete) {
        return &lesson;
      }
    }
    return &grader_.lessons().lessons.back();
  }

  /// False when a save or a key cut it short.
  bool check_current() {
    bool stopped = false;
    try {
      progress_line line(stdout);
      lesson_result result = grader_.grade_lesson(
          *current_,
          [&](const progress& step) {
            if (events_.has_keys())
              line.show(step);
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
      tell();
    } catch (const machine_error& error) {
      last_.reset();
      fmt::print("{}\n{}", clock_time(), indent(error.what(), "  "));
    }
    std::fflush(stdout);
    return true;
  }

  void tell() const {
    fmt::print("\n{}  {}", style_.dim(clock_time()), describe_verdict(*last_, style_));
    fmt::print("{}\n", style_.dim(fmt::format(
                           "  {:.1f} s. Watching {}{}", last_->build_seconds + last_->run_seconds,
                           last_->kernel_file.string(),
                           events_.has_keys() ? "; h: hint, q: quit" : "; Ctrl-C quits")));
  }

  void print_hint() const {
    const check_result* open = last_ ? first_open_check(*last_) : nullptr;
    if (open == nullptr) {
      fmt::print("There is nothing to hint at.\n");
    } else {
      fmt::print("\n{}",
                 give_hint(last_->definition, open->definition, memory_of(grader_), 0, style_));
    }
    std::fflush(stdout);
  }

  const grader& grader_;
  event_source events_;
  text_style style_;
  const lesson* current_ = nullptr;
  std::optional<lesson_result> last_;
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
