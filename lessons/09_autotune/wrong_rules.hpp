/// \file
/// What likely mistakes in the rules of lesson 09's tasks 3 to 5 decide, for the text of a failed
/// test. A rule runs on the host and gives no values that wrong kernels could be asked for.
#pragma once

#include <kernelwright/runtime/tunings.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lesson09::reference {

/// A call of autotune, as rules see it: a matrix, or the result of a product.
struct tuned_call {
  std::int64_t rows, columns, element_size, budget;
  const char* budget_is = "a budget";  ///< in words
};

/// What a rule said of one config.
struct decision {
  tuned_call call;
  kw::config choice;
  bool allowed;
};

/// A rule that is right, or one that a likely mistake makes of it.
using rule = bool (*)(const tuned_call& call, const kw::config& choice);
using wrong_rules = std::vector<std::pair<const char*, rule>>;

/// The rules that are mistaken for the one of softmax: can the tile hold a row?
inline wrong_rules wrong_softmax_rules() {
  using of = const tuned_call&;
  using with = const kw::config&;
  return {{"by allowing every config", [](of, with) { return true; }},
          {"by refusing every config", [](of, with) { return false; }},
          {"with `>` where `>=` is meant: a tile as wide as the row holds it",
           [](of call, with c) { return c.cols > call.columns; }},
          {"by comparing the wrong way round: the tile has to be as wide as the row, or wider",
           [](of call, with c) { return c.cols <= call.columns; }},
          {"with `<`, the wrong way round: the tile has to be as wide as the row, or wider",
           [](of call, with c) { return c.cols < call.columns; }},
          {"with `==`, which allows only a tile that is exactly as wide as the row",
           [](of call, with c) { return c.cols == call.columns; }},
          {"by comparing with the rows of x, where its columns are meant",
           [](of call, with c) { return c.cols >= call.rows; }},
          {"by comparing the rows of the tile, where its columns are meant",
           [](of call, with c) { return c.rows >= call.columns; }},
          {"by comparing all elements of the tile, where a row of it is meant",
           [](of call, with c) { return std::int64_t{c.rows} * c.cols >= call.columns; }},
          {"by comparing the columns of x in bytes, where the tile counts elements",
           [](of call, with c) { return c.cols >= call.columns * call.element_size; }}};
}

/// The same for the rule of transpose: does the tile fit into the budget?
inline wrong_rules wrong_transpose_rules() {
  using of = const tuned_call&;
  using with = const kw::config&;
  return {
      {"by allowing every config", [](of, with) { return true; }},
      {"by refusing every config", [](of, with) { return false; }},
      {"by counting elements, where the budget is in bytes",
       [](of call, with c) { return std::int64_t{c.rows} * c.cols <= call.budget; }},
      {"by counting 4 bytes for each element, whatever its type",
       [](of call, with c) { return std::int64_t{4} * c.rows * c.cols <= call.budget; }},
      {"by counting 2 bytes for each element, whatever its type",
       [](of call, with c) { return std::int64_t{2} * c.rows * c.cols <= call.budget; }},
      {"by counting bits, or by counting the bytes twice over",
       [](of call, with c) { return 8 * call.element_size * c.rows * c.cols <= call.budget; }},
      {"by counting two tiles: the budget is for one",
       [](of call, with c) { return 2 * call.element_size * c.rows * c.cols <= call.budget; }},
      {"with `<` where `<=` is meant: a tile of exactly the budget is allowed",
       [](of call, with c) { return call.element_size * c.rows * c.cols < call.budget; }},
      {"by comparing the wrong way round: the tile has to be as large as the budget, or smaller",
       [](of call, with c) { return call.element_size * c.rows * c.cols >= call.budget; }},
      {"with `>`, the wrong way round: the tile has to be as large as the budget, or smaller",
       [](of call, with c) { return call.element_size * c.rows * c.cols > call.budget; }},
      {"by counting the rows of the tile alone",
       [](of call, with c) { return call.element_size * c.rows <= call.budget; }},
      {"by counting the columns of the tile alone",
       [](of call, with c) { return call.element_size * c.cols <= call.budget; }},
      {"by adding rows and columns of the tile, which have to be multiplied",
       [](of call, with c) { return call.element_size * (c.rows + c.cols) <= call.budget; }},
      {"by the size of the matrix, where that of the tile is meant",
       [](of call, with) { return call.element_size * call.rows * call.columns <= call.budget; }}};
}

/// The elements of the three tiles that a program of the product works with.
struct product_tiles {
  explicit product_tiles(const kw::config& choice)
      : a(std::int64_t{choice.block_m} * choice.block_k),
        b(std::int64_t{choice.block_k} * choice.block_n),
        c(std::int64_t{choice.block_m} * choice.block_n) {}
  std::int64_t all() const { return a + b + c; }

  std::int64_t a, b, c;
};

/// The same for the rule of matmul: do the three tiles fit into the fast memory?
inline wrong_rules wrong_matmul_rules() {
  using of = const tuned_call&;
  using with = const kw::config&;
  using tiles = product_tiles;
  return {
      {"by allowing every config", [](of, with) { return true; }},
      {"by refusing every config", [](of, with) { return false; }},
      {"without the tile of c, block_m * block_n elements",
       [](of call, with c) { return 4 * (tiles(c).a + tiles(c).b) <= call.budget; }},
      {"without the tile of a, block_m * block_k elements",
       [](of call, with c) { return 4 * (tiles(c).b + tiles(c).c) <= call.budget; }},
      {"without the tile of b, block_k * block_n elements",
       [](of call, with c) { return 4 * (tiles(c).a + tiles(c).c) <= call.budget; }},
      {"by counting the tile of c alone",
       [](of call, with c) { return 4 * tiles(c).c <= call.budget; }},
      {"by counting the tile of a alone",
       [](of call, with c) { return 4 * tiles(c).a <= call.budget; }},
      {"by counting the tile of b alone",
       [](of call, with c) { return 4 * tiles(c).b <= call.budget; }},
      {"by counting elements, where fast_memory returns bytes",
       [](of call, with c) { return tiles(c).all() <= call.budget; }},
      {"by counting 2 bytes for each element, which is a float32 of 4",
       [](of call, with c) { return 2 * tiles(c).all() <= call.budget; }},
      {"by counting 8 bytes for each element, which is a float32 of 4",
       [](of call, with c) { return 8 * tiles(c).all() <= call.budget; }},
      {"with `<` where `<=` is meant: tiles of exactly that many bytes fit",
       [](of call, with c) { return 4 * tiles(c).all() < call.budget; }},
      {"by comparing the wrong way round: the tiles have to be as large as that, or smaller",
       [](of call, with c) { return 4 * tiles(c).all() >= call.budget; }},
      {"with `>`, the wrong way round: the tiles have to be as large as that, or smaller",
       [](of call, with c) { return 4 * tiles(c).all() > call.budget; }},
      {"by multiplying block_m, block_n and block_k, where the elements of three tiles are added",
       [](of call, with c) { return tiles(c).a * c.block_n * 4 <= call.budget; }},
      {"by the size of the matrix, where that of the tiles is meant",
       [](of call, with) { return 4 * call.rows * call.columns <= call.budget; }}};
}

/// `it allows rows=32 cols=32 for 150 x 170 elements of 4 bytes and a budget of 1024 bytes`
inline std::string text_of(const decision& d) {
  return std::string("it ") + (d.allowed ? "allows " : "refuses ") + kw::to_text(d.choice) +
         " for " + std::to_string(d.call.rows) + " x " + std::to_string(d.call.columns) +
         " elements of " + std::to_string(d.call.element_size) + " bytes" +
         (d.call.budget > 0 ? std::string(" and ") + d.call.budget_is + " of " +
                                  std::to_string(d.call.budget) + " bytes"
                            : "");
}

/// What is wrong with a rule: the likely mistakes that decide as it does in all cases, and its
/// first wrong decision; empty if the rule is right.
inline std::string mistake_in_rule(const std::vector<decision>& seen, rule right,
                                   const wrong_rules& wrong) {
  const auto differs = [](rule one) {
    return [one](const decision& d) { return one(d.call, d.choice) != d.allowed; };
  };
  const auto first = std::find_if(seen.begin(), seen.end(), differs(right));
  if (first == seen.end()) {
    return "";
  }
  std::string text = "The rule decides wrongly: " + text_of(*first) + ".";
  std::vector<std::string> agreeing;
  for (const auto& [words, one] : wrong) {
    if (std::none_of(seen.begin(), seen.end(), differs(one))) {
      agreeing.push_back(words);
    }
  }
  constexpr std::size_t kMost = 2;  // of more, these decisions cannot tell which one it is
  if (agreeing.empty() || agreeing.size() > kMost) {
    return text;
  }
  return text + " Its decisions are what you get " + agreeing[0] +
         (agreeing.size() > 1 ? ", or " + agreeing[1] : "") + " (all " +
         std::to_string(seen.size()) + " agree).";
}

/// What a key holds, `columns=300 x=float32`, for a test that says what it should hold; empty where
/// this process does not know of the call.
inline std::string key_text() {
  const auto spaces = kw::tunings();
  if (spaces.empty()) {
    return "";
  }
  const std::string& key = spaces.back().key;
  return key.empty() ? " Your key is empty." : " Your key was `" + key + "`.";
}

}  // namespace lesson09::reference
