#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "grader/trace/trace.hpp"

namespace kw::grader {

/// Two programs of 8 lanes over 12 elements; the second has no mask on its load.
inline constexpr const char* kAdd =
    R"({"kernel":"Add","file":"exercises/01_first/first.cpp","line":20,"grid":[2,1,1],"arguments":[
{"name":"x","type":"const float*","kind":"view","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[12],"strides":[1]},
{"name":"out","type":"float*","kind":"view","const":false,"element_size":4,"misaligned_bytes":4,
"extents":[12],"strides":[1]},
{"name":"n","type":"int","kind":"scalar","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[],"strides":[]}],
"lines":{"10":"auto v = tl.load(x + offsets);","11":"tl.store(out + offsets, v, mask);"},
"accesses":[
{"program":0,"kind":"load","line":10,"argument":0,"masked":false,"lanes":8,"tile":[0,1,8,0],"active":[[0,0,1,8]]},
{"program":0,"kind":"store","line":11,"argument":1,"masked":true,"lanes":8,"tile":[0,1,8,0],"active":[[0,0,1,8]]},
{"program":1,"kind":"load","line":10,"argument":0,"masked":false,"lanes":8,"tile":[8,1,8,0],"active":[[0,0,1,8]]},
{"program":1,"kind":"store","line":11,"argument":1,"masked":true,"lanes":8,"tile":[8,1,8,0],"active":[[0,0,1,4]]}],
"left_out":0,"findings":[{"message":"[out-of-bounds] x <b>"}]})";

inline trace_launch launch_of(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
  const auto launches = parse_trace(text + "\nnot JSON\n{\"kernel\": 3}\n");
  EXPECT_EQ(launches.size(), 1U);
  return launches.at(0);
}

}  // namespace kw::grader
