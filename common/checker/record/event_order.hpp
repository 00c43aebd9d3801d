// Which accesses of different programs come one after the other, whatever the programs' order: if
// one program releases an element by an atomic operation and another one acquires it afterwards,
// everything that the first did before comes before everything that the second does after.
#pragma once
#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "common/checker/record/worker_log.hpp"

namespace kw::runtime {

/// Elements by their addresses.
struct address_range {
  const char* begin = nullptr;
  const char* end = nullptr;
  bool holds(const void* element) const { return element >= begin && element < end; }
  friend bool operator==(const address_range&, const address_range&) = default;
};

/// The order within one launch, when all its programs have ended.
class event_order {
 public:
  explicit event_order(const std::vector<worker_log>& logs) : logs_(logs) {}

  /// Did any programs synchronise at all?
  bool empty() const;
  /// When the part of its program began to which an access belongs: no access comes before one that
  /// follows it in this order.
  std::int64_t time_of(const access_record& a);
  /// Does all of `first` come before all of `second`, an access of another program? After very much
  /// work, or where the logs are not complete, it says that it does.
  /// \param ignored  elements whose atomic operations order nothing here
  bool before(const access_record& first, const access_record& second, address_range ignored = {});
  /// What atomic operations of another program would return if nothing had gone on after the part
  /// of its program that an access belongs to.
  std::unordered_map<const void*, std::uint64_t> values_at_end_of(const access_record& access,
                                                                  std::int64_t of_program);

 private:
  struct node {
    const void* element;
    int earlier_own;      // the event before it in its program, or -1
    int earlier_release;  // the latest release of the same element before it, or -1
    std::uint64_t old;    // what the element held before
    bool acquires, releases;
  };
  using events_of_program = std::vector<int>;  // rising

  void build();  // on the first question, since it takes time and most launches have none
  const events_of_program* events_of(std::int64_t program);
  int release_after(const access_record& access) const;
  bool counts(const node& n) const { return !ignored_.holds(n.element); }
  void start_from(const access_record& second, address_range ignored);
  void look_back_to(int event);
  void reach(int event);
  void reach_releases(int event);

  const std::vector<worker_log>& logs_;
  bool is_built_ = false, has_lost_ = false;
  std::vector<node> events_;  // in the order in which they happened
  std::unordered_map<std::int64_t, events_of_program> programs_;
  // The search backwards from one access, kept for the next question about it.
  std::int64_t from_program_ = -1;
  int from_event_ = -1;
  address_range ignored_;
  int search_ = 0;
  std::vector<int> reached_, released_;             // for each event: in which search
  std::priority_queue<std::pair<int, bool>> open_;  // the latest first; true: a release
  std::int64_t work_left_ = 50'000'000;
};

}  // namespace kw::runtime
