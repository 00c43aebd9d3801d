/// \file
/// Everything a lesson's test file needs: fixture, inputs, comparison, buffers, GoogleTest, and
/// what formulas are written with.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/testing/cases.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/entry.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"
#include "kernelwright/testing/lesson_test.hpp"
#include "kernelwright/testing/rows.hpp"
