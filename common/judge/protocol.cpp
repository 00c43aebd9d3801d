#include "common/judge/protocol.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "common/base/utf8.hpp"

namespace kw::remote {
namespace {

constexpr std::size_t kLongestText = 16384;
constexpr std::size_t kMostFindings = 200;

void put_allocation(message& to, const runtime::allocation& a, std::ptrdiff_t shift) {
  to.put(reinterpret_cast<std::uint64_t>(a.data) + static_cast<std::uint64_t>(shift));
  to.put(a.bytes);
  to.put(a.element_size);
  to.put(a.all_initialised);
  to.put(a.all_initialised ? std::vector<std::uint64_t>{} : a.initialised.words());
}

}  // namespace

std::string framed(const message& m) {
  const auto length = static_cast<std::uint32_t>(m.bytes().size());
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + m.bytes();
}

void put_allocations(message& to, std::ptrdiff_t shift) {
  const auto all = runtime::all_allocations();
  to.put(static_cast<std::uint64_t>(all.size()));
  for (const auto& a : all) {
    put_allocation(to, *a, shift);
  }
}

void take_allocations(message& from, bool known, std::ptrdiff_t shift) {
  static std::set<const void*> of_the_judge;  // not what this process has allocated itself
  std::map<const void*, bool> still_there;
  const auto count = from.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto* data = reinterpret_cast<const void*>(from.take<std::uint64_t>() +
                                                     static_cast<std::uint64_t>(shift));
    const auto bytes = from.take<std::int64_t>();
    const auto element_size = from.take<int>();
    const auto all_initialised = from.take<bool>();
    auto words = from.take<std::vector<std::uint64_t>>();
    still_there[data] = true;
    auto entry = runtime::find_allocation(data);
    if (!known && (entry == nullptr || entry->bytes != bytes)) {
      runtime::register_allocation(data, bytes, element_size);
      of_the_judge.insert(data);
      entry = runtime::find_allocation(data);
    }
    if (entry == nullptr || entry->bytes != bytes) {
      continue;  // freed meanwhile, or made up
    }
    entry->all_initialised = all_initialised;
    if (!all_initialised) {
      entry->initialised.reset(entry->elements());
      entry->initialised.assign(std::move(words));
    }
  }
  if (!known) {
    for (const auto& a : runtime::all_allocations()) {
      if (still_there.count(a->data) == 0 && of_the_judge.erase(a->data) > 0) {
        runtime::unregister_allocation(a->data);
      }
    }
  }
}

void put_tunings(message& to, const std::vector<tuning>& spaces) {
  to.put(static_cast<std::uint64_t>(spaces.size()));
  for (const tuning& space : spaces) {
    for (const std::string* text : {&space.kernel, &space.device, &space.key}) {
      to.put(*text);
    }
    to.put(static_cast<std::uint64_t>(space.results.size()));
    for (const tuning_result& one : space.results) {
      to.put(one.choice);
      to.put(one.outcome);
      to.put(one.seconds);
      to.put(one.why);
    }
    to.put(space.best);
  }
}

std::vector<tuning> take_tunings(message& from) {
  constexpr std::size_t kLongest = 400;
  constexpr std::uint64_t kMost = 1000;
  std::vector<tuning> spaces;
  const auto take_count = [&] {
    const auto count = from.take<std::uint64_t>();
    if (count > kMost) {
      throw error("a call has at most " + std::to_string(kMost) +
                  " spaces, and each as many configs");
    }
    return count;
  };
  for (std::uint64_t left = take_count(); left > 0; --left) {
    tuning& space = spaces.emplace_back();
    for (std::string* text : {&space.kernel, &space.device, &space.key}) {
      *text = printable(from.take<std::string>(), kLongest);
    }
    space.results.resize(take_count());
    for (tuning_result& one : space.results) {
      one.choice = from.take<config>();
      one.outcome = static_cast<tuning_result::state>(std::min(
          from.take<std::uint8_t>(), static_cast<std::uint8_t>(tuning_result::state::faulty)));
      one.seconds = from.take<double>();
      one.why = printable(from.take<std::string>(), kLongest);
    }
    space.best = from.take<int>();
    if (space.best < 0 || static_cast<std::size_t>(space.best) >= space.results.size()) {
      throw error("a space has chosen a config that it does not have");
    }
  }
  return spaces;
}

void put_findings(message& to, const std::vector<finding>& findings) {
  to.put(static_cast<std::uint64_t>(findings.size()));
  for (const finding& f : findings) {
    for (const std::string* text :
         {&f.kind, &f.kernel, &f.file, &f.code, &f.buffer, &f.facts, &f.advice}) {
      to.put(*text);
    }
    to.put(f.line);
    to.put(f.count);
  }
}

std::vector<finding> take_findings_from(message& from) {
  std::vector<finding> findings;
  const auto count = from.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    finding f;
    f.source = "finding";
    for (std::string* text :
         {&f.kind, &f.kernel, &f.file, &f.code, &f.buffer, &f.facts, &f.advice}) {
      *text = printable(from.take<std::string>(), kLongestText);
    }
    f.line = from.take<int>();
    f.count = from.take<std::int64_t>();
    if (findings.size() < kMostFindings) {
      findings.push_back(std::move(f));
    }
  }
  return findings;
}

namespace {

/// U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows.
bool turns_direction(std::string_view character) {
  if (character.size() != 3 || character[0] != '\xE2') {
    return false;
  }
  const auto second = static_cast<unsigned char>(character[1]);
  const auto third = static_cast<unsigned char>(character[2]);
  return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xAA && third <= 0xAE))) ||
         (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

}  // namespace

std::string printable(const std::string& text, std::size_t longest) {
  std::string result;
  for (std::size_t i = 0; i < text.size() && result.size() < longest;) {
    const std::size_t length = base::character_length(std::string_view(text).substr(i));
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    if (length == 0 || control || turns_direction(std::string_view(text).substr(i, length))) {
      result += '?';
      i += std::max<std::size_t>(length, 1);
    } else {
      result.append(text, i, length);
      i += length;
    }
  }
  return result;
}

}  // namespace kw::remote
