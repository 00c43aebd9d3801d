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
#include <thread>

#include "common/autotune/steps.hpp"
#include "common/base/fnv.hpp"

namespace kw::runtime {
namespace {

constexpr const char* kFirstLine = "kernelwright autotune 1\n";

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
std::string file_of(const config& c) {
  const int fields[] = {c.block,   c.rows,  c.cols,  c.block_m, c.block_n,
                        c.block_k, c.group, c.warps, c.stages};
  std::string name = "config";
  for (const int field : fields) {
    name += "-" + std::to_string(field);
  }
  return name;
}

bool read_file(const std::string& path, std::string* text) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    return false;
  }
  char buffer[4096];
  std::size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, file)) > 0 && text->size() < (1 << 20)) {
    text->append(buffer, got);
  }
  std::fclose(file);
  return true;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    c = c == '\n' ? ' ' : c;
  }
  return text;
}

std::string body(const tuning_result& result) {
  char numbers[128];
  std::snprintf(numbers, sizeof numbers, "timed %.9g %.6g %d\n", result.seconds, result.spread,
                result.samples);
  return result.outcome == tuning_result::state::timed ? numbers
                                                       : "unfit " + one_line(result.why) + "\n";
}

// Why a file's text cannot be used, or nothing: then `*result` is filled in.
const char* parse(const std::string& text, const std::string& identity, tuning_result* result) {
  if (text.compare(0, std::strlen(kFirstLine), kFirstLine) != 0) {
    return "it is not a file of autotune's";
  }
  const auto check = text.rfind("check ");
  if (check == std::string::npos ||
      text.substr(check) != "check " + base::fnv1a_digits(text.substr(0, check)) + "\n") {
    return "it is damaged";
  }
  const std::string head = kFirstLine + identity + "config " + file_of(result->choice) + "\n";
  if (text.compare(0, head.size(), head) != 0) {
    return "it belongs to another kernel or machine";
  }
  const std::string rest = text.substr(head.size(), check - head.size());
  tuning_result read = *result;
  if (rest.compare(0, 6, "unfit ") == 0) {
    read.outcome = tuning_result::state::unfit;
    read.why = rest.substr(6, rest.size() - 7);
  } else if (std::sscanf(rest.c_str(), "timed %lf %lf %d", &read.seconds, &read.spread,
                         &read.samples) == 3 &&
             read.seconds > 0 && read.seconds < 1e9) {
    read.outcome = tuning_result::state::timed;
  } else {
    return "it is damaged";
  }
  read.from_earlier = true;
  *result = read;
  return nullptr;
}

void say_once(const std::string& text) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true)) {
    std::fprintf(stderr, "autotune: %s\n", text.c_str());
  }
}

// Writes all of it, or says why not.
std::string write_whole(const std::string& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) {
    return std::strerror(errno);
  }
  std::size_t done = 0;
  std::string why;
  while (done < text.size() && why.empty()) {
    const ssize_t step = ::write(file, text.data() + done, text.size() - done);
    if (step < 0 && errno != EINTR) {
      why = std::strerror(errno);
    }
    done += step > 0 ? static_cast<std::size_t>(step) : 0;
  }
  if (::close(file) != 0 && why.empty()) {
    why = std::strerror(errno);
  }
  return why;
}

}  // namespace

tuning_store::tuning_store(const std::string& identity, const std::string& kernel)
    : identity_(identity) {
  const std::string home = cache_home();
  if (home.empty()) {
    say_once("results are not kept: neither XDG_CACHE_HOME nor HOME names a folder");
  } else {
    folder_ =
        home + "/kernelwright/autotune/" + file_name(kernel) + "-" + base::fnv1a_digits(identity_);
  }
}

void tuning_store::load(std::vector<tuning_result>* results, bool complain) const {
  int useless = 0;
  std::string first;
  for (tuning_result& result : *results) {
    if (folder_.empty() || result.outcome != tuning_result::state::unknown) {
      continue;
    }
    const std::string path = folder_ + "/" + file_of(result.choice);
    std::string text;
    if (!read_file(path, &text)) {
      continue;
    }
    if (const char* why = parse(text, identity_, &result); why != nullptr) {
      first = useless++ == 0 ? path + ": " + why : first;
    }
  }
  if (useless > 0 && complain) {
    std::fprintf(stderr, "autotune: ignored %s%s; measuring anew\n", first.c_str(),
                 useless == 1 ? "" : (" (and " + std::to_string(useless - 1) + " more)").c_str());
  }
}

void tuning_store::save(const tuning_result& result) const {
  using state = tuning_result::state;
  if (folder_.empty() || (result.outcome != state::timed && result.outcome != state::unfit)) {
    return;
  }
  static std::atomic<int> counter{0};
  const std::string path = folder_ + "/" + file_of(result.choice);
  const std::string part =
      path + "." + std::to_string(::getpid()) + "." + std::to_string(counter++) + ".part";
  std::string text = kFirstLine + identity_ + "config " + file_of(result.choice) + "\n";
  text += body(result);
  text += "check " + base::fnv1a_digits(text) + "\n";
  std::error_code problem;
  std::filesystem::create_directories(folder_, problem);
  std::string why = problem ? problem.message() : write_whole(part, text);
  if (why.empty() && std::rename(part.c_str(), path.c_str()) != 0) {
    why = std::strerror(errno);
  }
  if (!why.empty()) {
    ::unlink(part.c_str());
    say_once("results are not kept: cannot write to " + folder_ + " (" + why + ")");
  }
}

measuring_turn::measuring_turn(const tuning_store& store) {
  if (store.folder().empty()) {
    return;
  }
  const auto folder = std::filesystem::path(store.folder()).parent_path();
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
