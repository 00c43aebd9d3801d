#include "grader/cli/watch_events.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "common/base/interrupts.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

event_source::event_source(const grader& grader, std::string keys)
    : grader_(grader),
      wanted_(std::move(keys)),
      inotify_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      has_keys_(isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
  if (inotify_ < 0) {
    throw machine_error(fmt::format("cannot watch files: {}", std::strerror(errno)));
  }
  if (has_keys_) {
    termios single = before_;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    single.c_cc[VMIN] = 0;
    single.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &single);
  }
  watch_folders();  // before the first build, so no save is missed
}

event_source::~event_source() {
  close(inotify_);
  if (has_keys_) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
}

void event_source::collect(int milliseconds) {
  if (milliseconds != 0) {
    watch_folders();
  }
  pollfd sources[] = {{inotify_, POLLIN, 0}, {has_keys_ ? STDIN_FILENO : -1, POLLIN, 0}};
  poll(sources, 2, milliseconds);
  if ((sources[0].revents & POLLIN) != 0) {
    read_saves();
  }
  if ((sources[1].revents & (POLLIN | POLLHUP)) != 0) {
    read_keys();
  }
  pending_.quit = pending_.quit || base::interrupt_requested();
}

/// Adding a folder that is watched already changes nothing, and one that was removed and made
/// again, as by a version control tool, is found again.
void event_source::watch_folders() {
  watched_.clear();
  for (const lesson& lesson : grader_.lessons().lessons) {
    const fs::path folder =
        (grader_.options().root / lesson.kernel_file(grader_.options().tree, lesson.checks.front()))
            .parent_path();
    const int id =
        inotify_add_watch(inotify_, folder.c_str(),
                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
    if (id >= 0) {
      watched_[id] = &lesson;
    }
  }
}

void event_source::read_saves() {
  alignas(inotify_event) char buffer[8192];
  ssize_t got = 0;
  while ((got = read(inotify_, buffer, sizeof buffer)) > 0) {
    for (const char* at = buffer; at < buffer + got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      const auto found = watched_.find(event->wd);
      if (found != watched_.end() && event->len > 0) {
        note_save(*found->second, event->name);
      }
      at += sizeof(inotify_event) + event->len;
    }
  }
}

void event_source::note_save(const lesson& lesson, std::string_view file) {
  for (const check* task : lesson.tasks()) {
    if (task->task_name() + ".cpp" == file) {
      std::erase_if(pending_.saved, [&](const course_part& part) { return part.task == task; });
      pending_.saved.push_back({&lesson, task});
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
