// What a compiler accepts, and doubts. Words of g++ and clang++, and of nvcc where it has others.
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

constexpr rule kRules[] = {
    {.says = R"re(unused (?:variable|parameter) '(?P<name>\w+)'|)re"
             R"re(variable "(?P<name2>\w+)" was declared but never)re",
     .wrong = "`$name` is never used",
     .why = "Was it forgotten in a line below? If nothing needs it, leave it out."},
    {.says = R"re(variable '(?P<name>\w+)' set but not used|)re"
             R"re(variable "(?P<name2>\w+)" was set but never)re",
     .wrong = "`$name` gets a value that nothing reads",
     .why = "Was it forgotten in a line below? If nothing needs it, leave it out."},
    {.says = "of different sign",
     .wrong = "an integer with a sign is compared with one that has none",
     .why = "A negative one is taken for a very large one: -1 < 5u is false.",
     .fix = "give both the same type, with static_cast<int>(...) around the one without a sign"},
    {.says = R"re('(?P<name>[^']+)' (?:is|may be) used uninitialized|)re"
             R"re(variable '(?P<name2>\w+)' (?:is|may be) (?:used )?uninitialized)re",
     .wrong = "`$name` may be read before it has a value",
     .why = "Give it one where it is declared."},
    {.says = "assignment used as truth value|result of an assignment as a condition",
     .wrong = "= stores a value, and == compares"},
    {.says = R"re('&&' within '\|\|')re",
     .wrong = "&& comes before ||: a || b && c means a || (b && c)",
     .why = "Put parentheses around what belongs together."},
    {.says = "comparisons like 'X<=Y<=Z'|comparison of constant .* (?:with boolean|type 'bool')",
     .wrong = "a < b < c compares what a < b is, true or false, with c",
     .fix = "a < b && b < c"},
    {.says = R"re(comparison in operand of '(?P<sign>[^']+)'|)re"
             R"re((?P<sign2>[&|^]) has lower precedence)re",
     .wrong = "a comparison comes before $sign: a $sign b == c means a $sign (b == c)",
     .why = "Put parentheses around what belongs together."},
    {.says = "has no effect|result unused|value computed is not used|ignoring return value",
     .wrong = "nothing is done with this result",
     .why = "Store it, or pass it on. If == stands here, was = meant?"},
    {.says = R"re(declaration of '(?:[^']*\W)?(?P<name>\w+)' shadows|declaration shadows)re",
     .wrong = "this is a second variable with the name of another one",
     .why = "Up to the closing brace only this one counts. If the first one should change, leave "
            "out the type."},
    {.says = "ambiguous 'else'|dangling else",
     .wrong = "an else belongs to the nearest if",
     .why = "Put braces around what belongs to the first one."},
    {.says = "empty body",
     .wrong = "this semicolon is all that belongs to the line",
     .why = "Take it out if the lines below belong to it."},
    {.says = "does not guard|misleading indentation",
     .wrong = "without braces, only one statement belongs to an if or a loop",
     .why = "The next one is indented as if it belonged to it as well: put braces around both."},
    {.says = "division by zero", .wrong = "this divides by 0"},
    {.says = R"re(changes value from '?(?P<from>[^' ]+)'? to '?(?P<to>[^' ]+)'?)re",
     .wrong = "$from does not fit into this type: it becomes $to"},
    {.says = R"re(narrowing conversion of .* from '(?P<from>[^']*)'.* to '(?P<to>[^']*)')re",
     .wrong = "a value of type $from may not fit into $to",
     .fix = "static_cast<$to>(...) if it is meant"},
};

}  // namespace

constinit const rule_table kWarningRules = kRules;

}  // namespace kw::explain
