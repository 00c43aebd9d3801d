#include "common/testing/code_place.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "common/base/process.hpp"
#include "common/checker/source/source.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

// `softmax` of `kw::tuned lesson09::softmax<float>(kw::view<float const, 2>)`; a lambda keeps all.
std::string plain_name(const std::string& function) {
  if (function.find("{lambda") != std::string::npos ||
      function.find("operator") != std::string::npos) {
    return function;
  }
  std::string name;
  int depth = 0;  // of template arguments
  for (const char c : function) {
    depth += c == '<' ? 1 : 0;
    if (depth == 0 && c == '(' && !name.empty()) {
      break;
    }
    name = depth > 0 ? name : c == ' ' || c == ':' || c == '(' ? "" : name + c;
    depth -= c == '>' ? 1 : 0;
  }
  return name.empty() ? function : name;
}

// Kernels are compiled from exercises/, solutions/ or copies of them. What they call is elsewhere.
bool is_learners(const std::string& file) {
  for (const char* other : {"/common/", "/lessons/", "/usr/", "/gtest/"}) {
    if (file.find(other) != std::string::npos) {
      return false;
    }
  }
  return file.size() > 4 && file.compare(file.size() - 4, 4, ".cpp") == 0;
}

}  // namespace

code_place first_learners_line(const std::string& listing) {
  code_place found;
  std::istringstream lines(listing);
  for (std::string function, at; std::getline(lines, function);) {
    if (function.starts_with("0x") || !std::getline(lines, at)) {
      continue;  // the address, before the calls that are inlined there
    }
    const auto colon = at.rfind(':');
    const int number = colon == std::string::npos ? 0 : std::atoi(at.c_str() + colon + 1);
    const std::string name = function == "??" ? "" : plain_name(function);
    if (number > 0 && is_learners(at.substr(0, colon))) {
      return {name, std::filesystem::path(at.substr(0, colon)).lexically_normal().string(), number,
              ""};
    }
    found.function = found.function.empty() ? name : found.function;
  }
  return found;
}

code_place place_of(const std::vector<std::uintptr_t>& calls) {
  Dl_info about{};
  void* loaded = nullptr;  // how far from where its file says this program is, which defines this
  if (::dladdr1(&current_lesson, &about, &loaded, RTLD_DL_LINKMAP) == 0) {
    return {};
  }
  const auto shift = static_cast<const link_map*>(loaded)->l_addr;
  std::error_code none;
  base::process_request request;
  request.command = {"addr2line",
                     "-a",
                     "-i",
                     "-f",
                     "-C",
                     "-e",
                     std::filesystem::read_symlink("/proc/self/exe", none).string()};
  for (const std::uintptr_t call : calls) {
    char text[24];
    std::snprintf(text, sizeof text, "%#zx", static_cast<std::size_t>(call - shift));
    request.command.push_back(text);
  }
  request.timeout_seconds = 3;
  code_place place =
      calls.empty() ? code_place{} : first_learners_line(base::run_process(request).output);
  place.text = runtime::source_line(place.file, place.line);
  place.file = place.text.empty() ? "" : runtime::short_path(place.file);
  return place;
}

}  // namespace kw::testing
