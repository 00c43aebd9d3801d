// Words for mistakes about values: without one, too large, not meant to be looked at.
#include <algorithm>
#include <cstdio>

#include "common/checker/report/words.hpp"

namespace kw::runtime {
namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}

std::string hexadecimal(std::int64_t n) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(n));
  return text;
}

}  // namespace

words tell_uninitialised_read(const story& s) {
  const event& e = s.e;
  words w;
  const bool gaps = e.lanes != e.last - e.first + 1;
  const std::string lanes = e.where.lanes() == 1 ? "" : " (" + counted(e.lanes, "lane") + ")";
  w.facts = s.verb() + " " +
            (gaps ? number(e.lanes) + " elements between " + s.range(e.first, e.first) + " and " +
                        s.range(e.last, e.last)
                  : s.range(e.first, e.last) + lanes) +
            ", which nothing has written.";
  const std::string inputs = s.inputs();
  const bool atomic = e.access >= access_kind::atomic;
  if (atomic) {
    w.advice =
        "It adds to whatever the memory held. Fill " + s.buffer + " with 0 before the launch.";
  } else if (e.written_by_itself && e.written_here) {
    w.advice =
        "Several programs load it, add to it and store it, but it holds nothing at the start, "
        "and what another program adds in between is lost. Fill " +
        s.buffer + " with 0 before the launch and use `tl.atomic_add(" + s.buffer +
        ", part)`, which loads, adds and stores in one step.";
  } else if (e.written_here) {
    w.advice =
        "Other programs write this in the same launch, but programs run in no fixed order. A "
        "program may read what was there before the launch, and what it stored itself.";
  } else if (!s.where->is_const) {
    w.advice =
        s.buffer + " is an output: before the kernel stores to it, it holds nothing of use." +
        (inputs.empty() ? "" : " Did you mean to load from " + inputs + "?") +
        (e.written_by_itself ? " If it is to be added to, fill it with 0 before the launch." : "");
  } else {
    w.advice = "No values were put into " + s.buffer +
               " before the launch. Upload them, or launch the kernel that writes it first.";
  }
  return w;
}

namespace {

// `lanes 50..63 (14 of 64)`, as far as the load is known.
std::string load_lanes(const event& e) {
  return counted(e.load_lanes, "lane") + " of " + number(e.load_width) + " (from lane " +
         number(e.load_lane) + " on)";
}

// The argument that the load of undefined lanes reads from; null if it is none.
const argument* loaded_argument(const story& s) {
  const int index = s.e.load_target < 0
                        ? -1
                        : s.monitor->targets()[static_cast<std::size_t>(s.e.load_target)].argument;
  return index < 0 ? nullptr : &s.launch.arguments[index];
}

// `-2147483648)`, for int32.`: the smallest or largest number of an integer type.
std::string limit_of(const story& s, int bytes, bool smallest) {
  const std::string type = "int" + number(8 * bytes);
  for (const parameter& p : s.parameters) {
    if (p.name == s.load_buffer() && p.type.find("uint") != std::string::npos && bytes < 8) {
      const std::int64_t most = (std::int64_t{1} << (8 * bytes)) - 1;
      return number(smallest ? 0 : most) + ")`, for u" + type + ".";
    }
  }
  const std::int64_t most = bytes == 8 ? INT64_MAX : (std::int64_t{1} << (8 * bytes - 1)) - 1;
  return number(smallest ? -most - 1 : most) + ")`, for " + type + ".";
}

// A value for the lanes that are off, after what the kernel does with them.
std::string advise_other(const story& s, const std::string& call, const std::string& where) {
  const auto arguments = call_arguments(call, "tl.load");
  const std::string load =
      "`tl.load(" + (arguments.size() == 2 ? arguments[0] + ", " + arguments[1] : "x, mask") + ", ";
  bool sum = false, max = false, min = false;
  for (const numbered_line& l : kernel_lines(s.e.place.file, s.kernel)) {
    const auto has = [&](const char* name) { return l.text.find(name) != std::string::npos; };
    sum = sum || has("tl.sum") || has("atomic_add") || has("tl.mean") || has("tl.dot");
    max = max || has("tl.max") || has("tl.argmax") || has("atomic_max");
    min = min || has("tl.min") || has("tl.argmin");
  }
  std::string text = "Give the load " + where + "a value for them as third argument";
  if (const argument* a = loaded_argument(s); a != nullptr && a->is_integer) {
    return text + (max || min
                       ? std::string(", one that never is the ") + (max ? "largest" : "smallest") +
                             ": " + load + limit_of(s, a->element_size, max)
                       : ": " + load + "0)`.");
  }
  if (max || min) {
    return text + ", one that never is the " + (max ? "largest: " : "smallest: ") + load +
           (max ? "-inf)`." : "inf)`.") +
           (max && sum ? " (In a softmax exp(-inf) is 0, so the sum is right too.)" : "");
  }
  return text + (sum ? ", one that changes no sum: " : ": ") + load + "0.0f)`.";
}

// The lanes went through a maximum, a comparison or integers, where no NaN shows them.
words tell_swallowed(const story& s) {
  const event& e = s.e;
  words w;
  w.facts = "the mask of this tl.load switches off " + load_lanes(e) +
            " and there is no value to use instead, yet ";
  if (e.reached_atomic) {
    w.facts += "what the program updates atomically depends on these lanes.";
  } else if (e.reached_memory < 0) {
    w.facts += "which elements the program goes on to load or store depends on these lanes.";
  } else {
    const auto& all = s.monitor->targets();
    const auto reached = std::find_if(all.begin(), all.end(), [&](const target& t) {
      return t.memory == e.reached_memory && t.argument >= 0 && !t.is_const;
    });
    story other = s;
    std::string place = "a result";
    if (reached != all.end()) {
      other.buffer = s.name_of(static_cast<int>(reached - all.begin()));
      place = other.range(e.first - reached->memory_offset, e.last - reached->memory_offset);
    }
    w.facts += "what is stored in " + place + " depends on these lanes.";
  }
  w.advice = advise_other(s, s.statement, "");
  if (!e.reached_atomic && e.reached_memory < 0) {
    w.advice += " Or switch the same lanes off wherever they are used as an index.";
  }
  return w;
}

}  // namespace

words tell_undefined_lane(const story& s) {
  const event& e = s.e;
  if (e.swallowed) {
    return tell_swallowed(s);
  }
  words w;
  const bool one = e.lanes == 1;
  const bool known = e.load.line > 0;
  // A tile of another shape, or more lanes of it: they were reduced, summed up or broadcast.
  const bool reduced =
      known && (e.stored_lanes != e.load_width || e.lane != e.load_lane || e.lanes > e.load_lanes);
  const bool gaps = e.lanes != e.last - e.first + 1;
  const std::string written = gaps ? counted(e.lanes, "element") + " between " +
                                         s.range(e.first, e.first) + " and " +
                                         s.range(e.last, e.last)
                                   : s.range(e.first, e.last);
  if (reduced) {
    w.facts = "tl.store writes to " + written +
              " a value that comes from lanes without one: in line " + number(e.load.line) +
              " the mask of tl.load switches off " + load_lanes(e) +
              ", and they took part in what is stored here.";
    const std::string call = statement_at(e.load.file, e.load.line);
    w.advice = advise_other(s, call, "in line " + number(e.load.line) + " ");
    return w;
  }
  w.facts = "tl.store writes to " + written + (gaps ? "" : " (" + counted(e.lanes, "lane") + ")") +
            " what a tl.load" + (known ? " in line " + number(e.load.line) : std::string()) +
            " did not read: its mask had switched " + (one ? "this lane" : "these lanes") +
            " off, which leaves " + (one ? "it" : "them") + " without a value.";
  const auto arguments = known ? call_arguments(statement_at(e.load.file, e.load.line), "tl.load")
                               : std::vector<std::string>{};
  const auto stored = call_arguments(s.statement, "tl.store");
  const std::string mask = arguments.size() == 2 && mentions(arguments[1], arguments[1])
                               ? ": `" + s.call_with(arguments[1]) + "`"
                               : "";
  w.advice =
      (stored.size() == 2 ? "The load has a mask, this store has none. Give tl.store the same "
                            "mask, so that it skips these lanes" +
                                mask
                          : std::string("Give tl.store the mask of the load, so that it skips "
                                        "these lanes")) +
      ". Where their value matters, give tl.load one to use instead, as third argument: `tl.load(" +
      (arguments.size() == 2 ? arguments[0] + ", " + arguments[1] : "x + offsets, mask") +
      ", 0.0f)`.";
  return w;
}

words tell_raw_access(const story& s) {
  words w;
  if (s.where == nullptr) {
    w.facts = "the kernel itself reads or writes address 0x" + hexadecimal(s.e.where.start) +
              ", where nothing is.";
    w.advice =
        "Reach memory through tl.load and tl.store alone: they check every access. A pointer "
        "is only a name for a place; `*p` and `p[i]` go there unchecked.";
    return w;
  }
  w.facts = "the kernel reads or writes " + s.range(s.e.first, s.e.first) + " itself, as `" +
            s.buffer + "[i]` or `*" + s.buffer + "`, and not through tl.";
  w.advice =
      "Memory is reached through tl, which knows lanes and masks and checks the place: `tl.load(" +
      s.buffer + " + i)` reads one element or a tile of them, `tl.store(" + s.buffer +
      " + i, value)` writes.";
  return w;
}

words tell_index_overflow(const story& s) {
  words w;
  const bool known = !s.e.text.empty();
  const std::string limit = s.e.lanes == 64 ? "9223372036854775807" : "2147483647";
  w.facts = known ? s.e.text + " does not fit into " + (s.e.lanes == 64 ? "64 bits" : "an int") +
                        " (at most " + limit + "): what is computed is another number."
                  : "";
  w.advice =
      "Compute large offsets in 64 bits: convert one side first, such as "
      "`std::int64_t(tl.program_id(0)) * stride`, or `rows.to(int64) * stride` for a tile, "
      "and let strides and sizes be std::int64_t.";
  return w;
}

words tell_division_by_zero(const story& s) {
  words w;
  w.facts = s.e.text.empty() ? std::string("an integer is divided by 0.")
                             : "an integer is divided by 0: " + s.e.text + ".";
  w.advice =
      "Integers have no infinity: a GPU hands back nonsense, a CPU stops. Look at where the "
      "divisor comes from; a masked-off lane without `other` holds 0.";
  return w;
}

words tell_lost_accumulator() {
  return {
      "the sum of this tl.dot is not given back to its accumulator. tl.dot(a, b, acc) adds to acc "
      "itself, and on a GPU the addition may go on after this line: only acc is told when it ends.",
      "Write `acc = tl.dot(a, b, acc);` with one and the same variable on both sides. A second sum "
      "needs a `tl.accumulator` of its own."};
}

words tell_released_stage() {
  return {
      "this uses a tile of a stream that was given back: by a `tl.dot` that used it before, or "
      "when "
      "the call of the body that it was given to returned. The stream was free to fetch another "
      "step into the tile's memory.",
      "Where several products need the tile, write `tl.keep(tile)` in all but the last. To keep "
      "its values after the call, copy them there: `auto kept = tl.load(tile);`."};
}

words tell_misplaced_tile() {
  return {
      "a tile of a tensor begins at a column that is no multiple of 16 bytes: 8 elements of 16 "
      "bits, "
      "4 of float32. A GPU's copy engine cannot move it.",
      "Let the column be a multiple of the tile's own width, as in `a.tile(shape<BM, BK>, row, k)` "
      "with k = 0, BK, 2 BK, ...; for any other place use pointers and tl.load with a mask."};
}

words tell_device_assert(const story& s) {
  const event& e = s.e;
  words w;
  w.facts = "tl.device_assert fails" +
            (e.where.columns > 1 ? " in lane " + number(e.lane) + " of " + number(e.where.columns)
                                 : std::string()) +
            ": " + (e.text.empty() ? "its condition is false" : e.text) + ".";
  w.advice = "The condition is false there. `tl.device_print` shows the values it was made of.";
  return w;
}

}  // namespace kw::runtime
