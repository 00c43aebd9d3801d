#include "common/autotune/run_limit.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "common/base/format.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

std::string last_words;  // made beforehand: a handler of signals may not

void give_up(int) {
  (void)!::write(STDERR_FILENO, last_words.data(), last_words.size());
  ::_exit(EXIT_FAILURE);
}

void set_timer(double seconds) {
  itimerval wanted{};
  wanted.it_value.tv_sec = static_cast<time_t>(seconds);
  wanted.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (seconds - static_cast<double>(wanted.it_value.tv_sec)));
  ::setitimer(ITIMER_REAL, &wanted, nullptr);
}

}  // namespace

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

run_limit::run_limit(double seconds, const std::string& name) {
  last_words =
      name + base::formatted(" has run for %g s", seconds) +
      " and not come to an end. A loop of the kernel may never end with these numbers, and "
      "a run cannot be stopped, so this process ends here. Let the rule refuse the config, "
      "or take it out of the space; for runs that do take so long, "
      "KW_AUTOTUNE_LIMIT=<seconds> in the environment allows more.\n";
  before_ = std::signal(SIGALRM, give_up);
  set_timer(seconds);  // 0 stops it
}

run_limit::~run_limit() {
  set_timer(0);
  (void)std::signal(SIGALRM, before_);
}

}  // namespace kw::runtime
