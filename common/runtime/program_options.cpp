#include "common/runtime/program_options.hpp"

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

void add_device(base::option_reader& options) {
  options.value("--device", "cpu or cuda", [](const std::string& name) {
    const bool on_gpu = name == "cuda";
    if (on_gpu || name == "cpu") {
      set_default_device(on_gpu ? cuda_device : cpu_device);
    }
    return on_gpu || name == "cpu";
  });
}

void add_check(base::option_reader& options) {
  options.value("--check", "on or off", [](const std::string& word) {
    const bool on = word == "on";
    if (on || word == "off") {
      enable_checks(on);
    }
    return on || word == "off";
  });
}

}  // namespace kw::runtime
