// An atomic operation meets a plain load or store.
#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_atomic_race(const site& s) {
  const auto& met = s.e.as<meeting>();
  const bool one_atomic = met.one.atomic();
  const access_record& plain = one_atomic ? met.other : met.one;
  const access_record& atomic = one_atomic ? met.one : met.other;
  const bool loads = only_reads(plain.kind);
  words w;
  w.facts = "program " + s.program(atomic.program) + " updates " + race_range(s) +
            " atomically in line " + number(atomic.place.line) + ", and program " +
            s.program(plain.program) + (loads ? " reads" : " writes") + " it with a plain " +
            (loads ? "tl.load" : "tl.store") + " in line " + number(plain.place.line) +
            ". Atomic operations are ordered only among themselves, so it is a matter of luck "
            "which access "
            "comes first.";
  w.advice = loads
                 ? "Read the result in a second launch, which begins when all programs of this one "
                   "have ended."
                 : "Update the element atomically everywhere in this launch. To set it to 0 at "
                   "the start, use a launch of its own before this one, or fill the buffer.";
  return w;
}

void find_atomic_race(stored_memory& m, std::vector<event>& events) {
  add_race(m, meeting_kind::atomic_and_other, atomic_race, events);
}

}  // namespace

const mistake atomic_race{
    .name = "atomic-race",
    .explain = explain_atomic_race,
    .in_memory = find_atomic_race,
};

}  // namespace kw::runtime
