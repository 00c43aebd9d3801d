// What a watching session waits for: saves of exercises, and keys.
#pragma once

#include <termios.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// What has happened since it was last looked at.
struct pending_events {
  bool quit = false;
  char key = 0;                    ///< The last key that means something; 0 for none.
  std::vector<course_part> saved;  ///< The tasks whose files were saved, in that order.
};

/// Looks at the exercises' files ten times a second, since not every disk reports a change, and
/// listens to the keyboard. While it exists, the terminal gives single keys instead of lines, if
/// there is one.
class event_source {
 public:
  /// \param keys which keys mean something, besides q
  event_source(const grader& grader, std::string keys);
  ~event_source();
  event_source(const event_source&) = delete;
  event_source& operator=(const event_source&) = delete;

  pending_events& pending() { return pending_; }
  bool has_keys() const { return has_keys_; }

  /// Takes note of what has happened, waiting up to `milliseconds` for the first event; -1 waits
  /// for ever. Returns early on a signal.
  void collect(int milliseconds);

 private:
  struct exercise {
    course_part part;
    std::filesystem::path file;
    std::filesystem::file_time_type written = {};
  };

  void look_at_files();
  void read_keys();

  std::string wanted_;
  termios before_{};  // of the terminal
  bool has_keys_;
  std::vector<exercise> exercises_;
  pending_events pending_;
};

}  // namespace kw::grader
