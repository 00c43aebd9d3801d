#pragma once

#include "common/base/options.hpp"
#include "kernelwright/testing/inputs.hpp"

namespace kw::testing {

/// From now on no message names the seed, which would help to prepare for the next run.
void hide_seed();
bool seed_is_shown();

/// `--seed=NUMBER`
inline void add_seed(base::option_reader& options) {
  options.value("--seed", "a number", [](const std::string& text) {
    std::uint64_t seed = 0;
    const bool good = base::read_number(text, seed);
    if (good) {
      set_seed(seed);
    }
    return good;
  });
}

}  // namespace kw::testing
