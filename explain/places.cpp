#include "explain/places.hpp"

#include <algorithm>
#include <fstream>

#include "explain/text.hpp"

namespace kw::explain {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLines = 30;
constexpr std::size_t kLineLength = 240;

}  // namespace

std::vector<std::string> read_lines(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.substr(0, kLineLength));
  }
  return lines;
}

place_teller::place_teller(const fs::path& root, const fs::path& kernel_file)
    : root_(fs::absolute(root).lexically_normal()), kernel_file_(kernel_file.lexically_normal()) {}

bool place_teller::in_kernel(const place& place) const {
  return place.line > 0 && relative(place.file) == kernel_file_;
}

fs::path place_teller::relative(const fs::path& file) const {
  const fs::path normal = file.lexically_normal();
  if (!normal.is_absolute()) {
    // Ninja runs the compiler in the build folder, so a path may begin with ../../
    fs::path::iterator part = normal.begin();
    fs::path rest;
    while (part != normal.end() && *part == "..") {
      ++part;
    }
    for (; part != normal.end(); ++part) {
      rest /= *part;
    }
    return rest;
  }
  const fs::path inside = normal.lexically_relative(root_);
  return inside.empty() || *inside.begin() == ".." ? normal : inside;
}

std::string place_teller::tell(const place& place) const {
  return relative(place.file).string() + ":" + std::to_string(place.line);
}

place place_teller::learner_place(const diagnostic& error) const {
  if (in_kernel(error.at)) {
    return error.at;
  }
  for (const auto& chain : {error.caused_by, error.included_from}) {
    const auto found = std::find_if(chain.begin(), chain.end(),
                                    [&](const place& place) { return in_kernel(place); });
    if (found != chain.end()) {
      return *found;
    }
  }
  return {};
}

std::string place_teller::excerpt(const std::vector<std::string>& lines, std::size_t first) const {
  std::string text;
  std::size_t taken = 0;
  for (std::size_t i = first; i < lines.size() && taken < kOutputLines; ++i, ++taken) {
    std::string line = replaced(lines[i], root_.string() + "/", "");
    if (line.rfind("ninja: ", 0) == 0 || line.rfind("FAILED: ", 0) == 0 ||
        line.rfind("gmake", 0) == 0 || line.rfind("make", 0) == 0) {
      break;
    }
    text += (line.size() > kLineLength ? line.substr(0, kLineLength) + " ..." : line) + "\n";
  }
  return text;
}

}  // namespace kw::explain
