#include "grader/class/audit_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/sha256.hpp"
#include "grader/model/error.hpp"
#include "grader/run/machine.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr std::uintmax_t kMost = std::uintmax_t{1} << 30;
const char* const kBeforeTheFirst = "0";

/// What of a line is hashed: all of it but the hash.
std::string hash_of(json entry) {
  entry.erase("hash");
  return base::sha256_digits(entry.dump(-1, ' ', true, json::error_handler_t::replace));
}

std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

audit_log::audit_log(const fs::path& file) : file_(file), last_(kBeforeTheFirst) {
  std::string text;
  if (fs::exists(file)) {
    text = base::read_file(file, kMost);
  }
  const std::size_t whole = text.rfind('\n') + 1;  // 0 if there is no line
  const std::size_t torn = text.size() - whole;
  descriptor_ = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || (torn > 0 && ftruncate(descriptor_, static_cast<off_t>(whole)) != 0)) {
    const std::string why = std::strerror(errno);
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
    throw machine_error(fmt::format("cannot write to {}: {}", file.string(), why));
  }
  for (std::size_t begin = 0; begin < whole;) {
    const std::size_t end = text.find('\n', begin);
    const json entry = json::parse(text.substr(begin, end - begin), nullptr, false);
    last_ = entry.is_object() ? text_in(entry, "hash") : "";
    ++entries_;
    begin = end + 1;
  }
  if (torn > 0) {
    add("recovered", {{"bytes", torn}});
  }
}

audit_log::~audit_log() {
  close(descriptor_);
}

void audit_log::add(const std::string& what, json facts) {
  const std::lock_guard lock(mutex_);
  json entry = {{"n", entries_ + 1},
                {"time", utc_now()},
                {"what", what},
                {"facts", std::move(facts)},
                {"previous", last_}};
  const std::string hash = hash_of(entry);
  entry["hash"] = hash;
  const std::string line = entry.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
  if (write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
      fdatasync(descriptor_) != 0) {
    throw machine_error(
        fmt::format("cannot write to {}: {}", file_.string(), std::strerror(errno)));
  }
  last_ = hash;
  ++entries_;
}

audit_record read_audit_log(const fs::path& file) {
  if (!fs::exists(file)) {
    throw usage_error(fmt::format("there is no log {}: has a class been graded into this folder?",
                                  file.string()));
  }
  audit_record record;
  record.last_hash = kBeforeTheFirst;
  const std::string text = base::read_file(file, kMost);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::int64_t number = ++record.entries;
    const json entry = json::parse(text.substr(begin, end - begin), nullptr, false);
    begin = end == std::string::npos ? text.size() : end + 1;
    if (end == std::string::npos || !entry.is_object() || !entry.contains("facts")) {
      record.problems.push_back(fmt::format("Line {} of the log is not an entry.", number));
      continue;
    }
    if (entry.value("n", json()) != number || text_in(entry, "previous") != record.last_hash) {
      record.problems.push_back(fmt::format(
          "Line {} of the log does not follow the line before it: a line was removed, put in or "
          "exchanged.",
          number));
    }
    if (text_in(entry, "hash") != hash_of(entry)) {
      record.problems.push_back(fmt::format("Line {} of the log was changed.", number));
    }
    record.last_hash = text_in(entry, "hash");
    const json& facts = entry["facts"];
    if (text_in(entry, "what") == "run") {
      record.last_run = facts.dump();
      if (facts.is_object() && facts.value("restart", json(false)) == true) {
        record.results.clear();  // they were forgotten
      }
    } else if (text_in(entry, "what") == "result" && facts.is_object()) {
      record.results[text_in(facts, "id")] = text_in(facts, "sha256");
    }
  }
  return record;
}

}  // namespace kw::grader
