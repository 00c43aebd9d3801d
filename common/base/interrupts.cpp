#include "common/base/interrupts.hpp"

namespace kw::base {
namespace {

volatile std::sig_atomic_t latest_signal = 0;

void on_interrupt(int signal_number) {
  latest_signal = signal_number;
}

}  // namespace

void install_interrupt_handlers(std::initializer_list<int> signals) {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  for (const int signal_number : signals) {
    sigaction(signal_number, &action, nullptr);
  }
}

int interrupt_signal() {
  return latest_signal;
}

}  // namespace kw::base
