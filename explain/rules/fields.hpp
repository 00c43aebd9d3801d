// Members that a type does not have, where its definition says what it has.
#pragma once

#include "explain/rules/rule.hpp"

namespace kw::explain {

constexpr std::string_view kNotAMember =
    R"re('(?:const )?(?:struct |class |enum )?(?:\w+::)*(?P<type>\w+)(?:<.*>)?' has no member named )re"
    R"re('(?P<name>\w+)'|no member named '(?P<name2>\w+)' in '(?:const )?(?:\w+::)*(?P<type2>\w+)|)re"
    R"re('(?P<name3>\w+)' is not a member of '(?:\w+::)*(?P<type3>\w+)'|)re"
    R"re((?:class|struct|enum|type) "(?:const )?(?:\w+::)*(?P<type4>\w+)[^"]*" has no )re"
    R"re((?:actual )?(?:member|enumerator) "(?P<name4>\w+)")re";

/// `$name` is not a member of `$type`: the `$members` that it has as a sentence, the one that is
/// `$near`, and the line's use with that name, `$written`.
bool no_such_member(const situation& s, explanation& e, captures& c);

constexpr helper kNoSuchMember = {no_such_member, "near members written"};

}  // namespace kw::explain
