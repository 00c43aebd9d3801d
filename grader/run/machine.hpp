#pragma once

#include <string>

namespace kw::grader {

/// Whether this machine has a GPU whose driver is loaded.
bool gpu_present();

std::string gpu_name();     ///< "NVIDIA H200", or empty.
std::string cpu_name();     ///< "AMD EPYC 9654, 4 threads"
std::string system_name();  ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
std::string utc_now();      ///< "2026-01-31T12:00:00Z"

}  // namespace kw::grader
