#include "explain/rules/kinds.hpp"

namespace kw::explain {
namespace {

// What g++ says; it is asked where another compiler fails, too (for_gcc). nvcc has words of its own
// for what g++ has nothing to say about. The groups `name` and `type` are what rules use. Quotes
// are plain ones here.
constexpr wording kWordings[] = {
    // ---- names ----
    {kind::undeclared,
     R"re('(?P<name>\w+)' (?:was not declared in this scope|does not name a type|)re"
     R"re(has not been declared|is not a (?:member of '\w+'|type))(?:; did you mean '(?P<near>\w+)')?|)re"
     R"re(no arguments to '(?P<name2>\w+)')re"},
    {kind::declared_twice,
     R"re((?:redeclaration of|conflicting declaration) '(?:[^']*[ *&>])?(?P<name>\w+)')re"},
    {kind::declared_twice,
     R"re(declaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)' shadows a parameter)re"},
    {kind::no_member,
     R"re(' has no member named '(?P<name>\w+)'(?:; did you mean '(?P<near>\w+)')?|)re"
     R"re('(?P<name2>\w+)' is not a member of '(?:\w+::)+\w)re"},
    {kind::no_member,
     R"re('(?:using )?(?:[^' ]*::)?(?P<name>\w+)(?: = [^']*)?' is private within)re"},
    {kind::not_captured, R"re('(?P<name>\w+)' is not captured)re"},
    {kind::read_only, R"re(of read-only(?: variable '(?P<name>\w+)')?|lvalue required)re"},

    // ---- calls ----
    {kind::does_not_fit,
     "no matching function|could not convert|invalid conversion|too (?:few|many) arguments|cannot "
     "convert"},
    {kind::launch_does_not_fit, "call to 'launch|to 'kw::launch"},
    {kind::copies_tl, R"re(deleted.*context(<[^(]*>)?::context\(const )re"},
    {kind::called, "no match for call to"},
    {kind::number_called, "cannot be used as a function"},
    {kind::not_called, "invalid use of (?:non-static )?member function"},
    {kind::host_function, R"re(calling a __host__ function\("(?P<function>.*)"\) from a __)re"},

    // ---- values and types ----
    {kind::conversion, "cannot convert|conversion from|invalid (?:cast|'static_cast') from type"},
    {kind::truth, "to 'bool'"},
    {kind::subscript, R"re(operator\[\]|subscript)re"},
    {kind::no_operator,
     R"re(no match for 'operator(?P<sign>[^' a-z]+)' \(operand types? (?:is|are) )re"
     R"re('(?P<left>[^']*)'(?: and '(?P<right>[^']*)')?|)re"
     R"re(types '(?P<left2>[^']*)' and '(?P<right2>[^']*)' to binary 'operator(?P<sign2>[^']+)'|)re"
     "no match for 'operator"},
    {kind::dereferenced,
     R"re(no match for 'operator\*' \(operand type is|invalid type argument of unary '\*')re"},
    {kind::no_class, R"re(member '(?P<member>\w+)' in .*which is of non-class type)re"},
    {kind::choice, R"re(operands to '\?:' have different types)re"},
    {kind::no_value, R"re(has no initializer|uninitialized 'const (?P<name>\w+)')re"},
    {kind::no_type, "forbids declaration of|expected type-specifier"},
    {kind::type_for_value, "expected primary-expression before"},
    {kind::type_for_number, "type/value mismatch"},
    {kind::returns_value, "in function returning 'void'"},
    {kind::number_ends, "literal operator|suffix"},

    // ---- templates ----
    {kind::not_constant,
     "not usable in a constant expression|is not a constant expression|call to non-'constexpr' "
     "function"},
    {kind::not_deduced,
     "class template argument deduction failed|cannot deduce template arguments"},
    {kind::template_count, "wrong number of template arguments"},
    {kind::template_list, "template argument"},
    {kind::no_device_address,
     R"re(identifier "(?:\w+::)*(?P<name>\w+)(?:<.*>)?" is undefined in device code)re"},

    // ---- grammar ----
    {kind::expected,
     "expected|before .* token|parse error|two or more data types|capture of non-variable|#include "
     "expects"},
    {kind::expected_bracket, R"re(expected '[\])]')re"},
    {kind::expected_brace,
     "expected '}'|at end of input|a function-definition is not allowed here|invalid use of '::'"},
    {kind::expected_semicolon, "expected .*';'"},
    {kind::initializers, "too many initializers|from '<brace-enclosed initializer list>'"},
    {kind::character, "stray|valid in an identifier|not valid UTF-8|multi-character"},

    // ---- files ----
    {kind::no_header, R"re(^'?(?P<header>[^': ]+)'?: No such file)re"},
    {kind::other_signature,
     "should have been declared inside|no declaration matches|conflicting declaration of|"
     "ambiguating new declaration"},
};

}  // namespace

std::span<const wording> wordings() {
  return kWordings;
}

std::map<kind, captures> kinds_of(std::string_view message) {
  std::map<kind, captures> found;
  for (const wording& each : kWordings) {
    captures c;
    if (search(message, each.words, &c)) {
      found[each.what].merge(c);
    }
  }
  return found;
}

}  // namespace kw::explain
