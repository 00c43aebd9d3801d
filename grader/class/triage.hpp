#pragma once

#include <string>
#include <vector>

#include "grader/class/class_summary.hpp"

namespace kw::grader {

/// Why a submission is worth a look, in the order of how much an instructor can do about it.
enum class concern {
  not_graded,  ///< The machine failed.
  crashed,
  hung,
  not_compiled,
  ignored,  ///< Files were handed in that no task was graded by.
  alike,    ///< Nearly identical to another student's or the solution: a hint, not a verdict.
  unusual,  ///< Code that can lead past the language: a hint as well.
  late,
  no_time,   ///< Nothing says when it was handed in.
  nothing,   ///< Nothing was handed in.
  far_away,  ///< Far outside the middle half of the class.
};

/// "crashed", "did not compile", ...: for a few words about many.
std::string_view to_text(concern what);

/// One thing about one submission.
struct noted_concern {
  concern what;
  std::string where;  ///< Tasks, files, other students; may be empty.
};

/// A submission with all that is to be looked at in it.
struct triage_entry {
  const submission_summary* who = nullptr;
  std::vector<noted_concern> concerns;
};

/// Two submissions with files that are nearly identical.
struct alike_pair {
  const submission_summary* first = nullptr;
  const submission_summary* second = nullptr;
  std::vector<std::string> tasks;
  std::size_t shared = 0;  ///< Passages that both have and few others.
  bool identical = false;  ///< All of these files, apart from spaces.
};

/// How many have a finding in a lesson, and who.
struct common_finding {
  finding_summary what;
  std::vector<const submission_summary*> who;
};

/// What an instructor wants to see first about a class.
struct triage {
  std::vector<triage_entry> entries;     ///< The most urgent first.
  std::vector<alike_pair> alike;         ///< The most similar first.
  std::vector<common_finding> findings;  ///< By lesson, the commonest first.
};

/// Goes through a class. The summary has to outlive what is returned.
triage make_triage(const class_summary& summary);

/// One line: "60 submissions: 3 crashed, 1 hung, 4 did not compile, ...".
std::string describe(const triage& triage, const class_summary& summary);

}  // namespace kw::grader
