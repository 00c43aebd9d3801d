// One program reads what another one writes.
#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_read_write_race(const site& s) {
  const auto& met = s.e.as<meeting>();
  const bool reader_first = only_reads(met.one.kind);
  const access_record& reads = reader_first ? met.one : met.other;
  const access_record& writes = reader_first ? met.other : met.one;
  words w;
  w.facts = "program " + s.program(reads.program) + " reads " + race_range(s) + " in line " +
            number(reads.place.line) + ", and program " + s.program(writes.program) +
            " writes it in line " + number(writes.place.line) +
            ". Programs run in no fixed order, so it is a matter of luck whether the old value is "
            "read or the "
            "new one.";
  if (reads.target != writes.target) {
    w.advice = s.name_of(reads.target) + " and " + s.name_of(writes.target) +
               " share memory. Write to a separate buffer, or let each program read only elements "
               "that no other program writes.";
  } else {
    w.advice =
        "A program may read elements that this launch does not write, and those that it wrote "
        "itself. Store the results in a buffer other than the one that neighbours read, or split "
        "the work into two launches: a launch begins when the one before it has ended.";
  }
  w.advice = told_of_luck(s) + w.advice;
  return w;
}

void find_read_write_race(stored_memory& m, std::vector<event>& events) {
  add_race(m, meeting_kind::load_and_store, read_write_race, events);
}

}  // namespace

const mistake read_write_race{
    .name = "read-write-race",
    .explain = explain_read_write_race,
    .in_memory = find_read_write_race,
};

}  // namespace kw::runtime
