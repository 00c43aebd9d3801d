// What a compiler complains about: rules name a kind, and not the compiler's words.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "explain/pattern.hpp"

namespace kw::explain {

/// A kind of complaint. kinds.cpp has the words for it.
enum class kind {
  none,

  // Names
  undeclared,
  declared_twice,
  no_member,
  not_captured,
  read_only,

  // Calls
  does_not_fit,
  launch_does_not_fit,
  copies_tl,
  called,
  number_called,
  not_called,
  host_function,

  // Values and types
  conversion,
  truth,
  subscript,
  no_operator,
  dereferenced,
  no_class,
  choice,
  no_value,
  no_type,
  type_for_value,
  type_for_number,
  returns_value,
  number_ends,

  // Templates
  not_constant,
  not_deduced,
  template_count,
  template_list,
  no_device_address,

  // Grammar
  expected,
  expected_bracket,
  expected_brace,
  expected_semicolon,
  initializers,
  character,

  // Files
  no_header,
  other_signature,
};

/// One way to say it, as a pattern. Its groups are captures of the rules.
struct wording {
  kind what = kind::none;
  std::string_view words;
};

/// All of them.
std::span<const wording> wordings();

/// The kinds of a message, each with what its patterns captured.
std::map<kind, captures> kinds_of(std::string_view message);

}  // namespace kw::explain
