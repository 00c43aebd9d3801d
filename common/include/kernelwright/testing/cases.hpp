/// \file
/// Tests as data: a name, what checks a case, and the cases.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/core/source_place.hpp"
#include "kernelwright/testing/lesson_test.hpp"
#include "kernelwright/testing/rows.hpp"

namespace kw::testing {

/// Random sizes for the tests of solutions (`ctest -L fuzz`): the same for the same seed and
/// number.
class size_draw {
 public:
  size_draw(std::uint64_t seed, std::uint64_t number);

  /// A number of [0, end).
  std::int64_t below(std::int64_t end);
  /// A number of [least, most]: small ones as often as large ones, and many next to a power of two.
  std::int64_t length(std::int64_t least, std::int64_t most);
  /// A matrix of at most these sizes: dense, padded, or at an unaligned address.
  matrix_case rows(std::int64_t most_rows, std::int64_t most_columns,
                   std::int64_t least_columns = 1);

 private:
  std::uint64_t stream_, drawn_ = 0;
};

/// Draws vectors of at most this length, which may begin at an unaligned address.
inline auto lengths_up_to(std::int64_t most) {
  return [=](size_draw& d) {
    return vector_case{d.length(0, most), static_cast<int>(d.below(3)),
                       static_cast<int>(d.below(3))};
  };
}
/// Draws matrices of at most these sizes.
inline auto rows_up_to(std::int64_t rows, std::int64_t columns) {
  return [=](size_draw& d) { return d.rows(rows, columns); };
}

/// The cases of a test: a list, or a function that makes one when the test runs, since sizes may
/// depend on the seed. A function of a `size_draw` makes one random case, of 50 that are tried; its
/// test exists only where `KW_FUZZ` is in the environment, and `KW_FUZZ_SHAPES` says another
/// number.
template <class Case>
class case_list {
 public:
  case_list(std::initializer_list<Case> cases)
      : make_([list = std::vector<Case>(cases)] { return list; }) {}
  case_list(std::vector<Case> cases) : make_([list = std::move(cases)] { return list; }) {}
  template <std::invocable Make>
  case_list(Make make) : make_(make) {}
  template <std::invocable<size_draw&> Draw>
  case_list(Draw draw) : draw_(draw) {}

  bool is_drawn() const { return static_cast<bool>(draw_); }
  std::vector<Case> cases() const { return make_(); }
  Case drawn(size_draw& from) const { return draw_(from); }

 private:
  std::function<std::vector<Case>()> make_;
  std::function<Case(size_draw&)> draw_;
};

/// A row of `tests`. Rows of the same name are one test.
template <class Case>
struct test_row {
  const char* name;
  std::function<bool(const std::type_identity_t<Case>&)> check;
  case_list<Case> cases;
};

/// Part of a test.
struct test_part {
  std::string name;
  bool drawn;  ///< from random sizes?
  std::function<void()> run;
};

/// How many random cases a test has; 0 without `KW_FUZZ`.
std::uint64_t random_cases();

/// Calls `check` for random cases, up to the first that fails.
void check_random_cases(const std::function<bool(size_draw&)>& check);

/// Makes a test of this fixture known to GoogleTest.
template <class Fixture>
void add_test(const char* suite, const char* name, source_place place,
              const std::function<void()>& body) {
  class registered_test : public Fixture {
   public:
    explicit registered_test(std::function<void()> run) : run_(std::move(run)) {}

   private:
    void TestBody() override { run_(); }

    std::function<void()> run_;
  };
  ::testing::RegisterTest(suite, name, nullptr, nullptr, place.file, place.line,
                          [body]() -> Fixture* { return new registered_test(body); });
}

/// Calls `add` for each test that the parts make.
void register_tests(const std::vector<test_part>& parts,
                    const std::function<void(const char* name, std::function<void()> body)>& add);

/// The tests of a suite whose cases differ in nothing but numbers:
///
///     const tests<matrix_case> scale_tests("Scale", {
///         {"EightByFour", check_scale, {{512, 256}}},
///         {"Shapes", check_scale, kShapes},
///         {"AnyShape", check_scale, [](size_draw& d) { return d.rows(500, 500); }},
///     });
///
/// A test ends with the first case that fails, as check_until_failure does. Tests that need more
/// than that are written as `TEST_F(Scale, ...)`, where `Scale` is an alias of lesson_test.
///
/// \tparam Fixture what these tests are made of, if their suite has one of its own
template <class Case, class Fixture = lesson_test>
class tests {
 public:
  tests(const char* suite, std::initializer_list<test_row<Case>> rows,
        source_place place = source_place::here()) {
    std::vector<test_part> parts;
    for (const test_row<Case>& row : rows) {
      parts.push_back({row.name, row.cases.is_drawn(), [row] {
                         row.cases.is_drawn() ? check_random_cases([&](size_draw& from) {
                           return row.check(row.cases.drawn(from));
                         })
                                              : check_until_failure(row.cases.cases(), row.check);
                       }});
    }
    register_tests(parts, [&](const char* name, const std::function<void()>& body) {
      add_test<Fixture>(suite, name, place, body);
    });
  }
};

}  // namespace kw::testing
