// The formulas that differ from a right one by one step.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernelwright/testing/formula.hpp"

namespace kw::testing {
namespace {

using part = formula::part;
using node = formula::node;
using kind = formula::kind;

node with_parts(const node& n, std::vector<node> from) {
  part made = *n;
  made.from = std::move(from);
  return std::make_shared<part>(std::move(made));
}

node unnamed(const node& n) {
  part made = *n;
  made.name.clear();
  return std::make_shared<part>(std::move(made));
}

node with_word(const node& n, const char* word) {
  part made = *n;
  made.word = word;
  return std::make_shared<part>(std::move(made));
}

// The formula with another part in the place of one, everywhere.
node replaced(const node& n, const node& old, const node& by, std::map<const part*, node>& made) {
  if (n == old) {
    return by;
  }
  if (n->from.empty()) {
    return n;
  }
  if (const auto found = made.find(n.get()); found != made.end()) {
    return found->second;
  }
  std::vector<node> from;
  for (const node& one : n->from) {
    from.push_back(replaced(one, old, by, made));
  }
  return made[n.get()] = from == n->from ? n : with_parts(n, from);
}

// The formula with two inputs in each other's place.
node exchanged(const node& n, const node& a, const node& b, std::map<const part*, node>& made) {
  if (n == a || n == b) {
    return n == a ? b : a;
  }
  if (n->from.empty()) {
    return n;
  }
  node& known = made[n.get()];
  if (known == nullptr) {
    std::vector<node> from;
    for (const node& one : n->from) {
      from.push_back(exchanged(one, a, b, made));
    }
    made[n.get()] = with_parts(n, from);
  }
  return made[n.get()];
}

bool reaches(const node& from, const node& to) {
  return from == to || std::any_of(from->from.begin(), from->from.end(),
                                   [&](const node& one) { return reaches(one, to); });
}

std::string quoted(const node& n) {
  return text_of(formula(n));
}

// A part as it is called where it is used.
std::string called(const node& n) {
  return n->name.empty() ? text_of(formula(n)) : n->name;
}

struct slip {
  node part, by;
  std::string words;
  node second = nullptr;  // exchanged with the first: each is where the other belongs
};

// Collects the slips of all parts of a formula, the likelier kinds first.
class slips_of {
 public:
  slips_of(const node& root, const formula_shape& shape) : shape_(shape) { visit(root); }

  std::vector<slip> all() {
    for (const auto step :
         {&slips_of::left_out, &slips_of::exchanged, &slips_of::regrouped,
          &slips_of::other_function, &slips_of::other_value, &slips_of::doubled}) {
      for (const node& n : parts_) {
        (this->*step)(n);
      }
    }
    exchanged_inputs();
    return std::move(found_);
  }

 private:
  void visit(const node& n) {
    if (std::find(parts_.begin(), parts_.end(), n) != parts_.end()) {
      return;
    }
    for (const node& one : n->from) {
      visit(one);
    }
    parts_.push_back(n);
  }

  void add(const node& n, const node& by, const std::string& words) {
    found_.push_back({n, by, words + ": " + quoted(n) + " is meant"});
  }
  void instead(const node& n, const node& by) {
    found_.push_back({n, by, "by " + quoted(by) + " where " + quoted(n) + " is meant"});
  }

  static bool is(const node& n, const char* word) {
    return n->is == kind::operation && n->word == word;
  }

  void left_out(const node& n) {
    if (n->from.empty()) {
      return;
    }
    const node& a = n->from[0];
    if (n->is == kind::function) {
      add(n, a, "without " + n->word);
    } else if (n->is == kind::reduction) {
      add(n, a,
          "with each element's own " + called(a) + ", and not the " + n->word + " of its row");
    } else if (n->word == "where") {
      add(n, n->from[1], "by " + called(n->from[1]) + " for every element");
      add(n, n->from[2], "by " + called(n->from[2]) + " for every element");
    } else {
      const node& b = n->from[1];
      const std::string words = is(n, "-")   ? "without subtracting "
                                : is(n, "/") ? "without dividing by "
                                : is(n, "*") ? "without the factor "
                                             : "without ";
      add(n, a, words + called(b));
      if (is(n, "/")) {
        add(n, with_parts(n, {formula(1).root(), b}), "with 1 in the place of " + called(a));
      } else {
        add(n, b, (is(n, "*") ? "without the factor " : "without ") + called(a));
      }
    }
  }

  void exchanged(const node& n) {
    if (n->is != kind::operation) {
      return;
    }
    if (n->word == "where") {
      instead(n, with_parts(n, {n->from[0], n->from[2], n->from[1]}));
      return;
    }
    const node turned = with_parts(n, {n->from[1], n->from[0]});
    if (is(n, "-")) {
      add(n, turned, "with the wrong sign, by " + quoted(turned));
    } else if (is(n, "/")) {
      instead(n, turned);
    }
    const std::map<std::string, std::vector<const char*>> others = {
        {"+", {"-", "*"}}, {"-", {"+"}},     {"*", {"/", "+"}},
        {"/", {"*"}},      {"max", {"min"}}, {">=", {"<"}}};
    if (const auto found = others.find(n->word); found != others.end()) {
      for (const char* other : found->second) {
        instead(n, with_word(n, other));
      }
    }
  }

  // Parentheses in other places: f(a + b) is f(a) + b, (a + b) * c is a + b * c.
  void regrouped(const node& n) {
    if (n->from.empty()) {
      return;
    }
    const node& a = n->from[0];
    const bool alone = n->is == kind::function || n->is == kind::reduction;
    const bool limit = is(n, "max");        // maximum(a + b, 0)
    const bool in_place = a->name.empty();  // a line of its own is not taken apart
    if ((alone || limit) && in_place && a->is == kind::operation && a->from.size() == 2) {
      const auto applied = [&](const node& to) {
        std::vector<node> from = n->from;
        from[0] = to;
        return with_parts(n, from);
      };
      const node rest = unnamed(a);
      instead(n, with_parts(rest, {applied(a->from[0]), a->from[1]}));
      instead(n, with_parts(rest, {a->from[0], applied(a->from[1])}));
      instead(n, with_parts(rest, {applied(a->from[0]), applied(a->from[1])}));
    }
    if (alone && in_place && (a->is == kind::function || a->is == kind::reduction)) {
      instead(n, with_parts(unnamed(a), {with_parts(unnamed(n), a->from)}));
    }
    if (n->is != kind::operation || n->from.size() != 2 || limit) {
      return;
    }
    const node& b = n->from[1];
    const auto joins = [](const node& one) {
      return one->is == kind::operation && one->name.empty() && one->from.size() == 2 &&
             one->word != "max";
    };
    if (joins(a)) {
      instead(n, with_parts(unnamed(a), {a->from[0], with_parts(unnamed(n), {a->from[1], b})}));
    }
    if (joins(b)) {
      instead(n, with_parts(unnamed(b), {with_parts(unnamed(n), {a, b->from[0]}), b->from[1]}));
    }
    for (const std::size_t i : {0, 1}) {  // g(a) + b is g(a + b)
      const node& inner = n->from[i];
      if (inner->name.empty() && (inner->is == kind::function || inner->is == kind::reduction)) {
        const node& other = n->from[1 - i];
        const std::vector<node> order =
            i == 0 ? std::vector{inner->from[0], other} : std::vector{other, inner->from[0]};
        instead(n, with_parts(unnamed(inner), {with_parts(unnamed(n), order)}));
      }
    }
  }

  void other_function(const node& n) {
    const std::map<std::string, std::vector<const char*>> others = {
        {"exp", {"exp2"}},
        {"log", {"log2"}},
        {"sum", {"mean", "max"}},
        {"mean", {"sum", "max"}},
        {"max", {"sum", "mean", "min"}}};
    if (n->is != kind::function && n->is != kind::reduction) {
      return;
    }
    if (const auto found = others.find(n->word); found != others.end()) {
      for (const char* other : found->second) {
        instead(n, with_word(n, other));
      }
    }
    if (n->is == kind::reduction) {
      add(n, with_word(n, ("column " + n->word).c_str()),
          "with the " + n->word + " down each column, axis<0>, and not along each row, axis<1>");
      add(n, with_word(n, ("whole " + n->word).c_str()),
          "with the " + n->word + " of all rows, and not one for each row, as axis<1> makes");
      if (n->word == "mean" && shape_.columns > 1) {
        add(n, with_word(n, ("mean of 1/" + std::to_string(shape_.columns)).c_str()),
            "by multiplying by the " + std::to_string(shape_.columns) +
                " columns of the row, where dividing is meant");
      }
      for (std::size_t lanes = 16; n->word == "mean" && lanes <= 4096; lanes *= 2) {
        if (lanes > shape_.columns) {
          add(n, with_word(n, ("mean of " + std::to_string(lanes)).c_str()),
              "by dividing by " + std::to_string(lanes) +
                  ", the lanes of a block, and not by the " + std::to_string(shape_.columns) +
                  " columns of the row");
        }
      }
      if (shape_.rows == shape_.columns) {
        add(n, with_word(n, ("turned " + n->word).c_str()),
            "with the " + n->word + " of row j in column j, as when (_, None) is missing after it");
      }
    }
  }

  // Another value of the formula where one is used: an input, or a line with a name.
  void other_value(const node& n) {
    for (std::size_t i = 0; i < n->from.size(); ++i) {
      const node& own = n->from[i];
      const bool plain = own->is == kind::values || !own->name.empty() ||
                         own->is == kind::reduction ||
                         (own->is == kind::number && !own->word.empty());
      for (const node& other : parts_) {
        const bool usable = other->is == kind::values || !other->name.empty() ||
                            (other->is == kind::number && !other->word.empty());
        if (!plain || !usable || other == own || reaches(other, n) || other == n) {
          continue;
        }
        std::vector<node> from = n->from;
        from[i] = other;
        add(n, with_parts(n, from), "with " + called(other) + " where " + called(own) + " belongs");
      }
      if (own->is == kind::values && own->each != part::along::element) {
        part turned = *own;
        const bool of_column = own->each == part::along::column;
        turned.each = of_column ? part::along::row : part::along::column;
        std::vector<node> from = n->from;
        from[i] = std::make_shared<part>(std::move(turned));
        found_.push_back({n, with_parts(n, from),
                          "with the " + own->word + " of the " + (of_column ? "row" : "column") +
                              ", where that of the " + (of_column ? "column" : "row") +
                              " is meant"});
      }
    }
  }

  void exchanged_inputs() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (std::size_t j = i + 1; j < parts_.size(); ++j) {
        const node &a = parts_[i], &b = parts_[j];
        if (a->is == kind::values && b->is == kind::values && a->each == b->each) {
          found_.push_back(
              {a, b, "with " + called(a) + " and " + called(b) + " in each other's place", b});
        }
      }
    }
  }

  void doubled(const node& n) {
    if (n->is == kind::operation && n->from.size() == 2 && n->word != "max" && n->word != ">=") {
      add(n, with_parts(unnamed(n), {n, n->from[1]}),
          std::string(is(n, "/")   ? "by dividing by "
                      : is(n, "*") ? "with the factor "
                      : is(n, "+") ? "by adding "
                                   : "by subtracting ") +
              called(n->from[1]) + " twice");
    }
  }

  formula_shape shape_;
  std::vector<node> parts_;
  std::vector<slip> found_;
};

}  // namespace

suspect slips_in(const formula_shape& shape, std::function<formula()> right,
                 std::function<std::vector<double>(const std::vector<double>&)> then) {
  const auto all = [shape, make = std::move(right), then = std::move(then)] {
    suspects result;
    constexpr std::size_t kMost = 20'000;  // elements: few enough that a test answers in a second
    if (shape.rows * shape.columns == 0 || shape.rows * shape.columns > kMost) {
      return result;
    }
    const node root = make().root();
    for (const slip& one : slips_of(root, shape).all()) {
      result.push_back({one.words, [root, shape, one, then] {
                          std::map<const part*, node> made;
                          const auto values = value_of(
                              formula(one.second ? exchanged(root, one.part, one.second, made)
                                                 : replaced(root, one.part, one.by, made)),
                              shape);
                          return then ? then(values) : values;
                        }});
    }
    return result;
  };
  return {"", nullptr, all};
}

}  // namespace kw::testing
