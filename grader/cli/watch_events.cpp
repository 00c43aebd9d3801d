#include "grader/cli/watch_events.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "common/base/interrupts.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

event_source::event_source(const grader& grader, std::string keys)
    : wanted_(std::move(keys)),
      has_keys_(isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
  if (has_keys_) {
    termios single = before_;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    single.c_cc[VMIN] = 0;
    single.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &single);
  }
  for (const lesson& lesson : grader.lessons().lessons) {
    for (const check* task : lesson.tasks()) {
      exercises_.push_back(
          {{&lesson, task},
           grader.options().root / lesson.kernel_file(grader.options().tree, *task)});
    }
  }
  look_at_files();  // before the first build, so no save is missed
  pending_.saved.clear();
}

event_source::~event_source() {
  if (has_keys_) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
}

void event_source::collect(int milliseconds) {
  using clock = std::chrono::steady_clock;
  constexpr int kBetweenLooks = 100;
  const auto end = clock::now() + std::chrono::milliseconds(milliseconds);
  bool over = false;
  while (!over) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now()).count();
    const int wait =
        milliseconds < 0 ? kBetweenLooks : std::clamp(static_cast<int>(left), 0, kBetweenLooks);
    pollfd keys{has_keys_ ? STDIN_FILENO : -1, POLLIN, 0};
    if (poll(&keys, 1, wait) > 0) {
      read_keys();
    }
    look_at_files();
    pending_.quit = pending_.quit || base::interrupt_requested();
    over = pending_.quit || pending_.key != 0 || !pending_.saved.empty() ||
           (milliseconds >= 0 && clock::now() >= end);
  }
}

void event_source::look_at_files() {
  for (exercise& one : exercises_) {
    std::error_code error;
    fs::file_time_type time = fs::last_write_time(one.file, error);
    time = error ? fs::file_time_type::min() : time;
    if (time != one.written) {
      one.written = time;
      std::erase_if(pending_.saved,
                    [&](const course_part& part) { return part.task == one.part.task; });
      pending_.saved.push_back(one.part);
    }
  }
}

void event_source::read_keys() {
  char keys[64];
  const ssize_t got = read(STDIN_FILENO, keys, sizeof keys);
  pending_.quit = pending_.quit || got == 0;  // the terminal is gone
  for (ssize_t i = 0; i < got; ++i) {
    const char key = static_cast<char>(std::tolower(static_cast<unsigned char>(keys[i])));
    pending_.quit = pending_.quit || key == 'q';
    pending_.key = wanted_.find(key) != std::string::npos ? key : pending_.key;
  }
}

}  // namespace kw::grader
