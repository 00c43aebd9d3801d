// What a tuning result belongs to: program, device, driver and key.
#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <filesystem>

#include "common/autotune/steps.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

// The program or shared library that a kernel is compiled into.
std::string program_of(const tuning_request& request) {
  Dl_info unused;
  void* map = nullptr;
  const void* constant = request.place.file == nullptr ? request.kernel : request.place.file;
  const bool found = ::dladdr1(constant, &unused, &map, RTLD_DL_LINKMAP) != 0;
  const std::string library = found ? static_cast<const link_map*>(map)->l_name : "";
  std::error_code ignored;
  return library.empty() ? std::filesystem::read_symlink("/proc/self/exe", ignored).string()
                         : library;
}

// Whatever a kernel's file, a header or a compiler's option changes, changes this.
std::string time_of(const std::string& program) {
  struct stat s {};
  ::stat(program.c_str(), &s);
  return std::to_string(s.st_mtim.tv_sec) + "." + std::to_string(s.st_mtim.tv_nsec) + ", " +
         std::to_string(s.st_size) + " bytes";
}

}  // namespace

std::string key_text(const tuning_key& key) {
  std::string text;
  for (int i = 0; i < key.count; ++i) {
    const key_part& part = key.parts[i];
    text += (i == 0 ? "" : " ") + std::string(part.name) + "=" +
            (part.type == nullptr ? std::to_string(part.number) : part.type);
  }
  return text;
}

std::string identity_of(const tuning_request& request) {
  const bool on_cpu = request.where.kind == device_kind::cpu;
  const std::string program = program_of(request);
  return "kernel " + std::string(request.kernel) + "\nprogram " + program + "\ndevice " +
         device_name(request.where) + "\ndriver " +
         (on_cpu ? "none" : cuda::gpu().driver(request.where.index)) + "\nkey " +
         key_text(*request.key) + "\n" + kBuilt + time_of(program) + "\n";
}

void key_too_long(int parts, int most) {
  throw error("kw::tuning_key: a key has at most " + std::to_string(most) +
              " parts, but this one has " + std::to_string(parts) +
              ". Name only what changes which config is fastest.");
}

}  // namespace kw::runtime
