#include "common/autotune/run_limit.hpp"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {

double limit_of(const tuning_effort& effort) {
  const char* text = std::getenv("KW_AUTOTUNE_LIMIT");
  if (text == nullptr || *text == '\0') {
    return effort.limit;
  }
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end != '\0' || !(seconds >= 0)) {
    throw error(std::string("KW_AUTOTUNE_LIMIT must be a number of seconds, or 0 for no limit, but "
                            "it is `") +
                text + "`");
  }
  return seconds;
}

run_limit::~run_limit() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  if (watcher_.joinable()) {
    watcher_.join();
  }
}

void run_limit::begin(std::function<std::string()> name) {
  if (seconds_ <= 0) {
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    runs_ = true;
    last_ = clock::now() +
            std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds_));
    name_ = std::move(name);
  }
  if (!watcher_.joinable()) {
    watcher_ = std::thread([this] { watch(); });
  }
}

void run_limit::end() {
  const std::lock_guard lock(mutex_);
  runs_ = false;
}

void run_limit::watch() {
  std::unique_lock lock(mutex_);
  while (!done_) {
    // It looks now and then, so a run that ends in time wakes nobody.
    const double pause = seconds_ < 1 ? seconds_ / 4 : 0.25;
    changed_.wait_for(lock, std::chrono::duration<double>(pause));
    if (!done_ && runs_ && clock::now() > last_) {
      std::fprintf(
          stderr,
          "%s has run for %g s and not come to an end. A loop of the kernel may never end "
          "with these numbers, and a run cannot be stopped, so this process ends here. Let "
          "the rule refuse the config, or take it out of the space; for runs that do take "
          "so long, KW_AUTOTUNE_LIMIT=<seconds> in the environment allows more.\n",
          name_().c_str(), seconds_);
      std::_Exit(EXIT_FAILURE);
    }
  }
}

}  // namespace kw::runtime
