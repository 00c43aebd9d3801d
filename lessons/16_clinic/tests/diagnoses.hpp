// What the tests of diagnoses in elective 16 have in common.
#pragma once
#include "clinic.hpp"

#include <kernelwright/testing/testing.hpp>

namespace lesson16 {

using namespace kw::testing;

/// A cause, and what a kernel with this cause would show.
template <class Cause>
struct sign {
  Cause cause;
  const char* name;
  const char* evidence;
};

/// The right diagnosis of a patient.
template <class Patient, class Cause>
struct diagnosis {
  Patient who;
  const char* patient;
  Cause right;
};

/// A wrong diagnosis is answered with what it would have shown.
template <class Patient, class Cause>
bool check_diagnosis(Cause answer, const diagnosis<Patient, Cause>& d,
                     const std::vector<sign<Cause>>& signs) {
  for (const sign<Cause>& s : signs) {
    if (s.cause == answer && answer != d.right) {
      fail_at(kw::source_place::here(),
              answer == Cause::unknown
                  ? std::string(d.patient) + " has no diagnosis yet. " + s.evidence
                  : std::string("You say that ") + d.patient + " suffers from `" + s.name +
                        "`. With this cause, " + s.evidence + "\nDoes all of the evidence fit?");
    }
  }
  return answer == d.right;
}

}  // namespace lesson16
