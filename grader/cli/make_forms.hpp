#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/model/policy.hpp"
#include "grader/model/result.hpp"
#include "grader/score/apply_policy.hpp"

namespace kw::grader {

class name_book;

/// A form by the name a user gives it, such as "gradescope".
struct form {
  std::string name;
  std::string file;   ///< Its file: for one result the ending, for a class the whole name.
  std::string title;  ///< What it is, for the help text.
  std::string (*make)(const report&) = nullptr;  ///< Of one result; null for a form of a class.
  std::optional<gradebook> book = {};

  /// Whether it is one for all results, rather than one for each.
  bool of_class() const { return make == nullptr; }
};

/// All forms, in the order of the help text. \param own gradebooks of a policy file
std::vector<form> all_forms(const std::vector<gradebook>& own = {});

/// The forms of these names; "all" is every one. Throws `usage_error` for a name it does not know.
std::vector<form> find_forms(const std::vector<std::string>& names,
                             const std::vector<gradebook>& own = {});

/// One form of one result. \param shown what of it may be shown; Gradescope's form decides itself
std::string make_form(const form& form, const report& report, visibility shown);

/// What to make of stored results.
struct forms_request {
  std::vector<std::filesystem::path> sources;  ///< Results, and folders of them.
  std::vector<form> forms;
  std::filesystem::path output;
  visibility shown = visibility::visible;
  std::string title = "Kernelwright";      ///< Of the assignment, for gradebooks.
  bool keep_policy = true;                 ///< Leave lateness as the results have it.
  policy rules;                            ///< Otherwise these.
  adjustment_list* adjustments = nullptr;  ///< Null: leave them as the results have them.
  bool anonymous = false;                  ///< Codes instead of names.
};

/// A stored result, with the policy and the adjustments of a request.
/// \param names whose codes the adjustments may have; null for none
report read_by_rules(const std::filesystem::path& file, const forms_request& request,
                     const name_book* names = nullptr);

/// Makes forms from stored results, one result at a time, so memory use does not grow with the
/// class, and prints which, and what is wrong with them. A result that cannot be read is a problem,
/// and the others still get their forms. The results themselves are never written to. Throws
/// `usage_error` when there are no results. \returns the exit code
int make_forms(const forms_request& request);

}  // namespace kw::grader
