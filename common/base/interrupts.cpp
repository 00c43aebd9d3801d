#include "common/base/interrupts.hpp"

namespace kw::base {
namespace {

volatile std::sig_atomic_t requested = 0;

}  // namespace

void install_interrupt_handlers(std::initializer_list<int> signals) {
  struct sigaction action {};
  action.sa_handler = [](int) { requested = 1; };
  for (const int signal_number : signals) {
    sigaction(signal_number, &action, nullptr);
  }
}

bool interrupt_requested() {
  return requested != 0;
}

}  // namespace kw::base
