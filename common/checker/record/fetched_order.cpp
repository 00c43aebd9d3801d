#include "common/checker/record/fetched_order.hpp"

#include <algorithm>

namespace kw::runtime {
namespace {

bool same_order(const fetched_tiles& a, const fetched_tiles& b) {
  return a.stream_count == b.stream_count && a.load_count == b.load_count &&
         std::equal(a.streams, a.streams + a.stream_count, b.streams, same_stream) &&
         std::equal(a.loads, a.loads + a.load_count, b.loads, same_load);
}

}  // namespace

bool same_stream(const fetched_tiles::call& a, const fetched_tiles::call& b) {
  return a.code == b.code;
}

bool same_load(const fetched_tiles::call& a, const fetched_tiles::call& b) {
  return a.bytes == b.bytes;
}

void note_fetched(std::vector<fetched_order>& known, const program& p) {
  const fetched_tiles& f = p.fetched;
  if (f.stream_count + f.load_count == 0) {
    return;
  }
  for (fetched_order& other : known) {
    if (same_order(other.tiles, f)) {
      other.program = std::min(other.program, p.index);
      return;
    }
  }
  known.push_back({p.index, f});
}

}  // namespace kw::runtime
