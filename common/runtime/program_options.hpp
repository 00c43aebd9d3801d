// The options that test and benchmark programs have in common.
#pragma once

#include "common/base/options.hpp"

namespace kw::runtime {

/// `--device=cpu|cuda`
void add_device(base::option_reader& options);
/// `--check=on|off`
void add_check(base::option_reader& options);

}  // namespace kw::runtime
