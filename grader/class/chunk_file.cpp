#include "grader/class/chunk_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/sha256.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;

constexpr std::uintmax_t kMostChunkBytes = std::uintmax_t{64} << 20;
constexpr std::size_t kDigits = 64;  // of the hash in a result's first line

/// A file's bytes may be no UTF-8, which JSON cannot hold; so each byte becomes a character.
std::string to_latin(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x80) {
      text += byte;
    } else {
      text += static_cast<char>(0xc0 | value >> 6);
      text += static_cast<char>(0x80 | (value & 0x3f));
    }
  }
  return text;
}

std::string from_latin(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto value = static_cast<unsigned char>(text[i]);
    if (value < 0x80 || i + 1 == text.size()) {
      bytes += text[i];
    } else {
      bytes += static_cast<char>((value & 0x03) << 6 | (text[++i] & 0x3f));
    }
  }
  return bytes;
}

std::vector<std::string> each(const std::vector<std::string>& texts,
                              std::string (*change)(std::string_view)) {
  std::vector<std::string> changed;
  for (const std::string& text : texts) {
    changed.push_back(change(text));
  }
  return changed;
}

json to_value(const chunk_entry& entry) {
  json kernels = json::object();
  for (const auto& [task, kernel] : entry.sources.kernels) {
    kernels[task] = {{"path", to_latin(kernel.path)},
                     {"content", to_latin(kernel.content)},
                     {"problem", to_latin(kernel.problem)}};
  }
  json whole = json::object();
  for (const auto& [lesson, path] : entry.sources.whole_lessons) {
    whole[lesson] = to_latin(path);
  }
  return {{"id", entry.id},
          {"handed_in", entry.handed_in},
          {"kernels", kernels},
          {"whole_lessons", whole},
          {"notes", each(entry.sources.notes, to_latin)},
          {"ignored", each(entry.sources.ignored, to_latin)},
          {"refused", to_latin(entry.sources.refused)}};
}

std::string text_of(const json& object, const char* key) {
  return from_latin(object.at(key).get_ref<const std::string&>());
}

chunk_entry parse_entry(const json& value) {
  chunk_entry entry;
  entry.id = value.at("id");
  entry.handed_in = value.at("handed_in");
  for (const auto& [task, kernel] : value.at("kernels").items()) {
    entry.sources.kernels[task] = {text_of(kernel, "path"), text_of(kernel, "content"),
                                   text_of(kernel, "problem")};
  }
  for (const auto& [lesson, path] : value.at("whole_lessons").items()) {
    entry.sources.whole_lessons[lesson] = from_latin(path.get_ref<const std::string&>());
  }
  entry.sources.notes = each(value.at("notes").get<std::vector<std::string>>(), from_latin);
  entry.sources.ignored = each(value.at("ignored").get<std::vector<std::string>>(), from_latin);
  entry.sources.refused = text_of(value, "refused");
  return entry;
}

}  // namespace

std::string name_of(const chunk_entry& entry) {
  return fmt::format("{}-{}.json", entry.id, base::fnv1a_digits(to_value(entry).dump()));
}

std::string to_json(const std::vector<chunk_entry>& entries) {
  json list = json::array();
  for (const chunk_entry& entry : entries) {
    list.push_back(to_value(entry));
  }
  return list.dump() + "\n";
}

std::vector<chunk_entry> parse_chunk(std::string_view text) {
  std::vector<chunk_entry> entries;
  try {
    for (const json& value : json::parse(text)) {
      entries.push_back(parse_entry(value));
    }
  } catch (const json::exception& error) {
    throw machine_error(fmt::format("a chunk of work cannot be read: {}", error.what()));
  }
  return entries;
}

void write_result(const plan_folder& plan, const std::string& name, const report& result) {
  const std::string text = to_json(result);
  base::write_file_atomically(plan.result(name), base::sha256_digits(text) + "\n" + text);
}

std::optional<report> read_result(const plan_folder& plan, const std::string& name, bool* damaged) {
  const std::filesystem::path file = plan.result(name);
  if (!std::filesystem::exists(file)) {
    return std::nullopt;
  }
  const std::string text = base::read_file(file, kMostChunkBytes);
  const std::string_view body = std::string_view(text).substr(std::min(text.size(), kDigits + 1));
  try {
    if (text.size() > kDigits && text.substr(0, kDigits) == base::sha256_digits(body)) {
      return parse_report(body);
    }
  } catch (const usage_error&) {  // of another version
  }
  if (damaged != nullptr) {
    *damaged = true;
  }
  return std::nullopt;
}

}  // namespace kw::grader
