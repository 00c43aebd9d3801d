// Tuning results on disk.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "common/autotune/steps.hpp"
#include "common/base/fnv.hpp"

namespace kw::runtime {
namespace {

constexpr const char* kFirstLine = "kernelwright autotune 3\n";

// The cache folder of the XDG base directory specification, or nothing.
std::string cache_home() {
  const char* chosen = std::getenv("XDG_CACHE_HOME");
  if (chosen != nullptr && chosen[0] == '/') {  // it says: relative paths are to be ignored
    return chosen;
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache" : "";
}

std::string file_name(const std::string& words) {
  std::string name;
  for (const char c : words) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '=' || c == '-';
    name += plain ? c : '_';
  }
  return name;
}

// Writes all fields, so the name of a config does not depend on the defaults.
std::string config_name(const config& c) {
  const int fields[] = {c.block,   c.rows,  c.cols,  c.block_m, c.block_n,
                        c.block_k, c.group, c.warps, c.stages};
  std::string name = "config";
  for (const int field : fields) {
    name += "-" + std::to_string(field);
  }
  return name;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    c = c == '\n' ? ' ' : c;
  }
  return text;
}

std::string line_of(const tuning_result& result) {
  char numbers[128];
  std::snprintf(numbers, sizeof numbers, "timed %.9g %.6g %d", result.seconds, result.spread,
                result.samples);
  return result.outcome == tuning_result::state::timed ? numbers : "unfit " + one_line(result.why);
}

// \returns whether the line of a config makes sense
bool parse(const std::string& line, tuning_result* result) {
  tuning_result read = *result;
  if (line.compare(0, 6, "unfit ") == 0) {
    read.outcome = tuning_result::state::unfit;
    read.why = line.substr(6);
  } else if (std::sscanf(line.c_str(), "timed %lf %lf %d", &read.seconds, &read.spread,
                         &read.samples) == 3 &&
             read.seconds > 0 && read.seconds < 1e9) {
    read.outcome = tuning_result::state::timed;
  } else {
    return false;
  }
  read.from_earlier = true;
  *result = read;
  return true;
}

void say_once(const std::string& text) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true)) {
    std::fprintf(stderr, "autotune: %s\n", text.c_str());
  }
}

}  // namespace

tuning_store::tuning_store(const std::string& identity, const std::string& kernel)
    : identity_(identity) {
  const std::string home = cache_home();
  if (home.empty()) {
    say_once("results are not kept: neither XDG_CACHE_HOME nor HOME names a folder");
  } else {
    file_ = home + "/kernelwright/autotune/" + file_name(kernel) + "-" +
            base::fnv1a_digits(identity_.substr(0, identity_.rfind(kBuilt)));
  }
}

void tuning_store::load(std::vector<tuning_result>* results) {
  std::ifstream in(file_);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string head = kFirstLine + identity_;
  if (!text.starts_with(head)) {
    return;  // not there, or of another build
  }
  std::istringstream lines(text.substr(head.size()));
  std::string config, line;
  while (lines >> config && std::getline(lines >> std::ws, line)) {
    lines_[config] = line;
  }
  for (tuning_result& result : *results) {
    if (result.outcome == tuning_result::state::unknown) {
      const auto known = lines_.find(config_name(result.choice));
      (void)(known != lines_.end() && parse(known->second, &result));
    }
  }
}

void tuning_store::save(const std::vector<tuning_result>& results) {
  using state = tuning_result::state;
  for (const tuning_result& result : results) {
    if (!result.from_earlier &&
        (result.outcome == state::timed || result.outcome == state::unfit)) {
      lines_[config_name(result.choice)] = line_of(result);
    }
  }
  if (file_.empty() || lines_.empty()) {
    return;
  }
  std::string text = kFirstLine + identity_;
  for (const auto& [config, line] : lines_) {
    text += config + " " + line + "\n";
  }
  const std::string part = file_ + "." + std::to_string(::getpid()) + ".part";
  std::error_code problem;
  const auto folder = std::filesystem::path(file_).parent_path();
  std::filesystem::create_directories(folder, problem);
  std::ofstream out(part);
  out << text;
  out.close();
  if (!out || std::rename(part.c_str(), file_.c_str()) != 0) {
    const std::string why = problem ? problem.message() : std::strerror(errno);
    ::unlink(part.c_str());
    say_once("results are not kept: cannot write to " + folder.string() + " (" + why + ")");
  }
}

measuring_turn::measuring_turn(const tuning_store& store) {
  if (store.file().empty()) {
    return;
  }
  const auto folder = std::filesystem::path(store.file()).parent_path();
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  file_ = ::open((folder / "measuring.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  using clock = std::chrono::steady_clock;
  const auto limit = clock::now() + std::chrono::minutes(1);
  while (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0 &&
         (errno == EWOULDBLOCK || errno == EINTR) && clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

measuring_turn::~measuring_turn() {
  if (file_ >= 0) {
    ::close(file_);  // releases the lock
  }
}

}  // namespace kw::runtime
