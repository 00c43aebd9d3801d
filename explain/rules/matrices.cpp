// Matrices that are taken for arrays, for views or for pointers.
#include "explain/rules/tables.hpp"

namespace kw::explain {
namespace {

constexpr std::string_view kOfMatrix =
    R"re(types are:? '?(?:const )?kw::matrix<|call to '\((?:const )?kw::matrix<|)re"
    R"re(type '(?:const )?(?:kw::)?matrix<.*' does not provide)re";
constexpr std::string_view kNoMemberOfMatrix =
    R"re(kw::matrix<.* no member (?:named )?['"](?P<name>\w+)['"]|)re"
    R"re(no member named '(?P<name2>\w+)' in '(?:const )?(?:kw::)?matrix<)re";
constexpr std::string_view kNoMemberText = "a matrix has no .${name|$name2}";
constexpr std::string_view kKnows =
    "It knows x.row(r), x.rows(), x.columns(), x.stride() and x.data().";

constexpr rule kMatrixTable[] = {
    {.name = "matrix with two indices",
     .says = R"re(operator\[\]|operator "\[\]"|subscript operator)re",
     .told = kOfMatrix,
     .line = R"(\b(?P<x>[A-Za-z_]\w*)\[(?P<row>[^\[\]]+)\]\[(?P<column>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "a matrix is not an array of elements",
     .why = "Its rows are addresses, and tl.load reads what is there.",
     .fix = "tl.load($x.row($row) + $column)"},
    {.name = "matrix with a row in brackets",
     .says = R"re(operator\[\]|operator "\[\]"|subscript operator)re",
     .told = kOfMatrix,
     .line = R"(\b(?P<x>[A-Za-z_]\w*)\[(?P<row>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "a matrix is not an array of elements",
     .why = kKnows,
     .fix = "$x.row($row)"},
    {.name = "matrix as an array",
     .says = R"re(operator\[\]|operator "\[\]"|subscript operator|call to '\(|call operator)re",
     .told = kOfMatrix,
     .line = R"(\b(?P<x>[A-Za-z_]\w*)[\[(]\w)",
     .wrong = "a matrix is not an array of elements",
     .why = kKnows,
     .fix = "x.row(r) + cols"},
    {.name = "two indices of a row",
     .says = R"re(no matching (?:member )?function for call to '(?:kw::matrix<.*>::)?row\b|)re"
             R"re(overloaded function "kw::matrix<.*>::row\b)re",
     .caret = "row",
     .wrong = "x.row(r) takes one row number, or one tile of row numbers",
     .why = "Add the columns to the row.",
     .fix = "x.row(rows(_, None)) + cols(None, _)"},
    {.name = "extent of a matrix with an axis",
     .says = R"re(call to 'kw::matrix<.*>::(?:rows|columns|stride|data)\(|too many arguments)re",
     .line = R"((?P<call>\b(?P<x>\w+)\.(?P<name>rows|columns|stride|data))\([^)])",
     .caret = "$call",
     .wrong = "$call() takes no argument",
     .why = kKnows,
     .fix = "$call()"},
    {.name = "member of a matrix",
     .says = kNoMemberOfMatrix,
     .caret = "${name|$name2}",
     .wrong = kNoMemberText,
     .why = kKnows},
};

}  // namespace

constinit const std::span<const rule> kMatrixRules = kMatrixTable;

}  // namespace kw::explain
