#include "common/checker/mistakes/counted_twice.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "common/checker/mistakes/unread.hpp"
#include "common/checker/report/names.hpp"

namespace kw::runtime {
namespace {

using by_program = std::map<std::int64_t, read_records>;

by_program additions(const launch_monitor& monitor) {
  by_program all;
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& a : log.stores) {
      if (a.atomic() && a.target >= 0) {
        all[a.program].push_back(&a);
      }
    }
  }
  return all;
}

// The elements that two accesses have in common, in the first row where they meet.
std::optional<stretch> common_part(const access_record& a, const access_record& b) {
  if (a.memory != b.memory || a.where.high() <= b.where.low() || b.where.high() <= a.where.low()) {
    return std::nullopt;
  }
  for (std::int64_t i = 0; i < a.where.rows; ++i) {
    for (std::int64_t j = 0; j < b.where.rows; ++j) {
      const std::int64_t first = std::max(a.where.row(i), b.where.row(j));
      const std::int64_t end =
          std::min(a.where.row(i) + a.where.columns, b.where.row(j) + b.where.columns);
      if (first < end) {
        return stretch{first, end - 1};
      }
    }
  }
  return std::nullopt;
}

struct shared_part {
  const access_record* access;  // of the first program
  stretch elements;             // of the memory block
};

std::optional<shared_part> common_part(const read_records& one, const read_records& other) {
  for (const access_record* a : one) {
    for (const access_record* b : other) {
      if (const auto elements = common_part(*a, *b)) {
        return shared_part{a, *elements};
      }
    }
  }
  return std::nullopt;
}

std::int64_t end_of(const read_records& reads) {
  std::int64_t end = 0;
  for (const access_record* a : reads) {
    end = std::max(end, a->where.high());
  }
  return end;
}

std::int64_t begin_of(const read_records& reads) {
  std::int64_t begin = reads.front()->where.low();
  for (const access_record* a : reads) {
    begin = std::min(begin, a->where.low());
  }
  return begin;
}

std::string advise(const site& s, const read_records& one, const read_records& other, int axis) {
  const std::string id = "`" + id_name(s, axis) + "`";
  if (begin_of(one) == begin_of(other) && end_of(one) == end_of(other)) {
    return "Programs along axis " + number(axis) + " of the grid are there to share " + s.buffer +
           ", so each needs a part of its own, which " + id +
           " gives it; or launch one program along this axis.";
  }
  const std::int64_t offset = s.where->memory_offset;
  return "The part of the second one begins at " +
         s.range(begin_of(other) - offset, begin_of(other) - offset) +
         ", and the first one reads until " +
         s.range(end_of(one) - 1 - offset, end_of(one) - 1 - offset) +
         ". Let a program's mask and loop end where the part of the next one begins, or move the "
         "programs further apart.";
}

std::string tell(const site& s, const read_records& one, const read_records& other,
                 const shared_part& read, const shared_part& added, int axis) {
  const std::int64_t offset = s.where->memory_offset;
  const target& sum = s.monitor->targets()[static_cast<std::size_t>(added.access->target)];
  event e(*s.e.kind, added.access->place);
  e.target = added.access->target;
  const site out(s.launch, s.monitor, e);
  return "programs " + s.program(one.front()->program) + " and " +
         s.program(other.front()->program) + " both read " +
         s.range(read.elements.first - offset, read.elements.last - offset) + ", and both add to " +
         out.range(added.elements.first - sum.memory_offset,
                   added.elements.last - sum.memory_offset) +
         ", so elements of " + s.buffer + " count more than once. " + advise(s, one, other, axis);
}

}  // namespace

std::string explain_counted_twice(const site& s, const read_records& reads) {
  constexpr std::int64_t kMostPrograms = 256;
  const by_program added = additions(*s.monitor);
  by_program read;
  for (const access_record* a : reads) {
    read[a->program].push_back(a);
  }
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t apart = programs_apart(s.launch, axis);
    std::int64_t looked_at = 0;
    for (const auto& [program, own] : read) {
      const bool last = program / apart % s.launch.grid[axis] + 1 == s.launch.grid[axis];
      const auto next = read.find(program + apart);
      const auto sums = added.find(program), next_sums = added.find(program + apart);
      if (last || next == read.end() || sums == added.end() || next_sums == added.end()) {
        continue;
      }
      const auto both_add = common_part(sums->second, next_sums->second);
      const auto both_read = both_add ? common_part(own, next->second) : std::nullopt;
      if (both_read) {
        return tell(s, own, next->second, *both_read, *both_add, axis);
      }
      if (++looked_at == kMostPrograms) {
        break;
      }
    }
  }
  return "";
}

bool is_largest_input(const launch_monitor& monitor, const target& input) {
  return std::none_of(monitor.targets().begin(), monitor.targets().end(), [&](const target& t) {
    return t.argument >= 0 && t.is_const && t.bounded && t.extent > input.extent;
  });
}

}  // namespace kw::runtime
