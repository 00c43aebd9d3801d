// What the tests of diagnoses in elective 16 have in common.
#pragma once
#include "clinic.hpp"

#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

namespace lesson16 {

/// A cause, and what a kernel with this cause would show.
template <class Cause>
struct sign {
  Cause cause;
  const char* name;
  const char* evidence;
};

/// The diagnosis of a patient is this one. A wrong one is answered with what it would have shown.
template <class Cause>
void expect_diagnosis(Cause answer, const char* patient, Cause right,
                      const std::vector<sign<Cause>>& signs) {
  for (const sign<Cause>& s : signs) {
    if (s.cause == answer && answer != right) {
      kw::testing::fail_at(kw::source_place::here(),
                           answer == Cause::unknown
                               ? std::string(patient) + " has no diagnosis yet. " + s.evidence
                               : std::string("You say that ") + patient + " suffers from `" +
                                     s.name + "`. With this cause, " + s.evidence +
                                     "\nDoes all of the evidence fit?");
    }
  }
}

}  // namespace lesson16
