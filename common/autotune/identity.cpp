// What a tuning result belongs to: kernel source, device, driver, compiler and key.
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "common/autotune/steps.hpp"
#include "common/base/cpp_text.hpp"
#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {
namespace {

// Cuts the arguments out of each `configs<...>` of a text without comments and spaces.
std::string without_choices(const std::string& text) {
  static const std::string kMark = "configs<";
  std::string result;
  std::size_t from = 0;
  for (;;) {
    const auto found = text.find(kMark, from);
    if (found == std::string::npos) {
      return result + text.substr(from);
    }
    std::size_t end = found + kMark.size();
    result += text.substr(from, end - from);
    const bool whole_word = found == 0 || !base::is_name_character(text[found - 1]);
    int depth = 0;
    for (std::size_t i = end; whole_word && i < text.size(); ++i) {
      depth += text[i] == '{' || text[i] == '(' ? 1 : 0;
      depth -= text[i] == '}' || text[i] == ')' ? 1 : 0;
      if (depth == 0 && text[i] == '>') {
        end = i;
        break;
      }
    }
    from = end;
  }
}

struct file_facts {
  bool exists = false;
  std::int64_t size = 0, seconds = 0, nanoseconds = 0;
  bool newer_than(const file_facts& other) const {
    return seconds != other.seconds ? seconds > other.seconds : nanoseconds > other.nanoseconds;
  }
};

file_facts facts_of(const std::string& path) {
  struct stat s {};
  if (path.empty() || ::stat(path.c_str(), &s) != 0) {
    return {};
  }
  return {true, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
}

// The source by its text. A source that is gone, or was edited since the program was built, says
// nothing about the program: then the program file itself is what a result belongs to.
std::string source_hash(const char* file) {
  const std::string path = file == nullptr ? "" : file;
  const file_facts program = facts_of("/proc/self/exe");
  const file_facts source = facts_of(path);
  if (!source.exists || source.newer_than(program)) {
    return "program-" +
           base::fnv1a_digits(std::to_string(program.size) + " " + std::to_string(program.seconds) +
                              " " + std::to_string(program.nanoseconds));
  }
  return base::fnv1a_digits(canonical_source(base::read_text_file(path)));
}

int number_of(device where) {
  return where.kind == device_kind::cpu ? -1 : where.index;
}

// Asks only once for what does not change while a process runs.
template <class Key, class Ask>
const std::string& once(std::map<Key, std::string>* known, const Key& key, const Ask& ask) {
  const auto found = known->find(key);
  return found != known->end() ? found->second : known->emplace(key, ask()).first->second;
}

}  // namespace

std::string canonical_source(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (const auto end = base::end_of_comment(text, i); end != i) {
      i = end;
    } else if (const auto stop = base::end_of_literal(text, i); stop != i) {
      result += text.substr(i, stop - i);
      i = stop;
    } else if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      const auto next = text.find_first_not_of(" \t\r\n\f\v", i);
      // `int x` is not `intx`.
      if (next != std::string::npos && !result.empty() && base::is_name_character(result.back()) &&
          base::is_name_character(text[next])) {
        result += ' ';
      }
      i = next == std::string::npos ? text.size() : next;
    } else {
      result += text[i++];
    }
  }
  return without_choices(result);
}

std::string key_text(const tuning_key& key) {
  std::string text;
  for (int i = 0; i < key.count; ++i) {
    const key_part& part = key.parts[i];
    text += (i == 0 ? "" : " ") + std::string(part.name) + "=" +
            (part.type == nullptr ? std::to_string(part.number) : part.type);
  }
  return text;
}

const std::string& name_of(device where) {
  static std::map<int, std::string> names;
  return once(&names, number_of(where), [&] { return device_name(where); });
}

std::string identity_of(const tuning_request& request) {
  static std::map<std::string, std::string> sources;
  static std::map<int, std::string> drivers;
  const bool on_cpu = request.where.kind == device_kind::cpu;
  const std::string file = request.place.file == nullptr ? "" : request.place.file;
  std::string text = "kernel " + std::string(request.kernel);
  text += "\nsource " + once(&sources, file, [&] { return source_hash(file.c_str()); });
  text += std::string("\nlibrary ") + kLibraryHash;
  text += "\ndevice " + name_of(request.where);
  text += "\ndriver " + once(&drivers, number_of(request.where), [&] {
            return on_cpu ? std::string("none") : cuda::driver(request.where.index);
          });
  text += std::string("\ncompiler ") + request.compiler;
  text += on_cpu ? "" : ", nvcc " + std::to_string(request.nvcc);
  text += "\nkey " + key_text(*request.key) + "\n";
  return text;
}

void key_too_long(int parts, int most) {
  throw error("kw::tuning_key: a key has at most " + std::to_string(most) +
              " parts, but this one has " + std::to_string(parts) +
              ". Name only what changes which config is fastest.");
}

}  // namespace kw::runtime
