#include "common/testing/code_place.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

// The file of this program, in memory.
class program_file {
 public:
  program_file() {
    Dl_info loaded{};
    if (::dladdr(&current_lesson, &loaded) == 0) {  // which the program defines, and no library
      return;
    }
    const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat about {};
    void* memory = MAP_FAILED;
    if (file >= 0 && ::fstat(file, &about) == 0) {
      size_ = static_cast<std::size_t>(about.st_size);
      memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    ::close(file);
    if (memory == MAP_FAILED) {
      return;
    }
    bytes_ = static_cast<const char*>(memory);
    const bool moved = header()->e_type == ET_DYN;
    base_ = moved ? reinterpret_cast<std::uintptr_t>(loaded.dli_fbase) : 0;
  }
  ~program_file() {
    if (bytes_ != nullptr) {
      ::munmap(const_cast<char*>(bytes_), size_);
    }
  }
  program_file(const program_file&) = delete;
  program_file& operator=(const program_file&) = delete;

  /// An address as the file counts them.
  std::uintptr_t in_file(std::uintptr_t address) const { return address - base_; }

  /// The name of the function that an address is in; empty if it is none of this program.
  std::string function_at(std::uintptr_t address) const {
    const auto* sections = bytes_ == nullptr
                               ? nullptr
                               : reinterpret_cast<const Elf64_Shdr*>(bytes_ + header()->e_shoff);
    for (int i = 0; sections != nullptr && i < header()->e_shnum; ++i) {
      if (sections[i].sh_type != SHT_SYMTAB) {
        continue;
      }
      const char* names = bytes_ + sections[sections[i].sh_link].sh_offset;
      const auto* symbols = reinterpret_cast<const Elf64_Sym*>(bytes_ + sections[i].sh_offset);
      for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
        const std::uintptr_t begin = symbols[s].st_value;
        if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && in_file(address) >= begin &&
            in_file(address) < begin + symbols[s].st_size) {
          return readable(names + symbols[s].st_name);
        }
      }
    }
    return "";
  }

 private:
  const Elf64_Ehdr* header() const { return reinterpret_cast<const Elf64_Ehdr*>(bytes_); }

  static std::string readable(const char* mangled) {
    int status = 0;
    char* name = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    std::string text = status == 0 ? name : mangled;
    std::free(name);
    return plain_name(text.substr(0, text.find(" [clone")));  // a part of it that is seldom run
  }

  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::uintptr_t base_ = 0;
};

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

listed_line first_learners_line(const std::string& listing) {
  listed_line found;
  std::istringstream lines(listing);
  int call = -1;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0x", 0) == 0) {
      ++call;
      continue;
    }
    const auto colon = line.rfind(':');
    const int number = colon == std::string::npos ? 0 : std::atoi(line.c_str() + colon + 1);
    if (number > 0 && is_learners(line.substr(0, colon))) {
      return {call, std::filesystem::path(line.substr(0, colon)).lexically_normal().string(),
              number};
    }
  }
  return found;
}

code_place place_of(const std::vector<std::uintptr_t>& calls) {
  const program_file program;
  std::error_code none;
  base::process_request request;
  request.command = {"addr2line", "-a", "-i", "-e",
                     std::filesystem::read_symlink("/proc/self/exe", none).string()};
  for (const std::uintptr_t call : calls) {
    char text[24];
    std::snprintf(text, sizeof text, "%#zx", static_cast<std::size_t>(program.in_file(call)));
    request.command.push_back(text);
  }
  request.timeout_seconds = 3;
  const auto listed = first_learners_line(base::run_process(request).output);
  const std::string text = runtime::source_line(listed.file, listed.line);
  if (listed.call >= 0 && listed.call < static_cast<int>(calls.size()) && !text.empty()) {
    return {program.function_at(calls[static_cast<std::size_t>(listed.call)]),
            runtime::short_path(listed.file), listed.line, text};
  }
  for (const std::uintptr_t call : calls) {
    if (const std::string name = program.function_at(call); !name.empty()) {
      return {name, "", 0, ""};
    }
  }
  return {};
}

}  // namespace kw::testing
