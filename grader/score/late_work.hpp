#pragma once

#include <optional>

#include "grader/model/policy.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Works out how late a result is, as a whole or lesson by lesson where lessons have due dates or
/// times of their own. What it costs is worked out when the result is settled. Where nothing says
/// when it was handed in, it is not late.
void apply_lateness(const std::optional<late_rule>& rule, report& report);

/// Whether a rule on lateness has nothing to go by: the export does not say when this was handed
/// in, and does not call it late either.
bool lacks_time(const report& report);

/// Whether a policy's or an adjustment's `submission` is this one, by id, e-mail address or a cell
/// of the roster.
bool is_meant(const std::string& name, const submission& who);

}  // namespace kw::grader
