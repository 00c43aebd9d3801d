#include "explain/rules/kinds.hpp"

namespace kw::explain {
namespace {

// One line for each wording, of g++ and of clang++. If a compiler says it in another way, add a
// line: the groups `name` and `type` are what rules use. Quotes are plain ones here. nvcc has its
// own where the host's compiler has nothing to say (on_host).
constexpr wording kWordings[] = {
    // ---- names ----
    {kind::undeclared, R"re('(?P<name>\w+)' was not declared in this scope)re",
     R"re(undeclared identifier '(?P<name>\w+)')re"},
    {kind::undeclared, R"re(there are no arguments to '(?P<name>\w+)' that depend)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' does not name a type)re",
     R"re(unknown type name '(?P<name>\w+)')re"},
    {kind::undeclared, R"re('(?P<name>\w+)' has not been declared)re",
     R"re(no type named '(?P<name>\w+)' in)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' is not a member of ')re",
     R"re(no member named '(?P<name>\w+)' in namespace)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' is not a type)re"},
    {kind::declared_twice, R"re(redeclaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)')re",
     R"re(redefinition of '(?P<name>\w+)')re"},
    {kind::declared_twice,
     R"re(declaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)' shadows a parameter)re"},
    {kind::declared_twice, R"re(conflicting declaration '[^']*\b(?P<name>\w+)')re",
     R"re(redefinition of parameter '(?P<name>\w+)')re"},
    {kind::no_member, R"re('(?:[^']*)' has no member named '(?P<name>\w+)')re",
     R"re(no member named '(?P<name>\w+)' in '(?:[^']*)')re"},
    {kind::no_member,
     R"re('(?:using )?(?:[^' ]*::)?(?P<name>\w+)(?: = [^']*)?' is private within)re"},
    {kind::no_member, R"re('(?P<name>\w+)' is not a member of '(?:(?:\w+::)+\w+)')re"},
    {kind::not_captured, R"re('(?P<name>\w+)' is not captured)re",
     R"re(variable '(?P<name>\w+)' cannot be implicitly)re"},
    {kind::read_only,
     R"re((?:assignment|increment|decrement) of read-only variable '(?P<name>\w+)')re",
     R"re(variable '(?P<name>\w+)' with const-qualified)re"},
    {kind::read_only, "of read-only|lvalue required", "is not assignable"},

    // ---- calls ----
    {kind::does_not_fit, "no matching function|could not convert|invalid conversion",
     "no matching (?:member )?function|no viable (?:conversion|constructor)"},
    {kind::does_not_fit, "too (?:few|many) arguments|cannot convert"},
    {kind::launch_does_not_fit, "call to 'launch|to 'kw::launch", "call to 'launch"},
    {kind::copies_tl, R"re(deleted.*context(<[^(]*>)?::context\(const )re",
     R"re(constructor of '[^']*context.*deleted|deleted.*constructor of '[^']*context)re"},
    {kind::called, "no match for call to",
     "call to object of type|does not provide a call operator"},
    {kind::number_called, "cannot be used as a function", "called object type"},
    {kind::not_called, "invalid use of (?:non-static )?member function", "must be called"},
    {kind::host_function, "", "",
     R"re(calling a __host__ function\("(?P<function>.*)"\) from a __)re"},

    // ---- values and types ----
    {kind::conversion, "cannot convert|conversion from|invalid (?:cast|'static_cast') from type",
     "no viable conversion|cannot convert|incompatible type"},
    {kind::conversion, "", "functional-style cast from"},
    {kind::truth, "to 'bool'", "contextually convertible to 'bool'|is not convertible to 'bool'"},
    {kind::subscript, R"re(operator\[\]|subscript)re", "subscript"},
    {kind::no_operator,
     R"re(no match for 'operator(?P<sign>[^' a-z]+)' \(operand types? (?:is|are) )re"
     R"re('(?P<left>[^']*)'(?: and '(?P<right>[^']*)')?)re",
     R"re(invalid operands to binary expression \('(?P<left>[^']*)'(?: \(aka '[^']*'\))? and )re"
     R"re('(?P<right>[^']*)')re"},
    {kind::no_operator,
     R"re(types '(?P<left>[^']*)' and '(?P<right>[^']*)' to binary 'operator(?P<sign>[^']+)')re",
     R"re(no viable overloaded '(?P<sign>[^']*)')re"},
    {kind::no_operator, "no match for 'operator",
     "'(?P<left>[^']*)'.* to unary|cannot (?:in|de)crement value of type '(?P<left2>[^']*)'"},
    {kind::dereferenced,
     R"re(no match for 'operator\*' \(operand type is|invalid type argument of unary '\*')re",
     "indirection requires pointer operand"},
    {kind::no_class, R"re(member '(?P<member>\w+)' in .*which is of non-class type)re",
     "is not a structure or union"},
    {kind::choice, R"re(operands to '\?:' have different types)re", "incompatible operand types"},
    {kind::no_value, "has no initializer", "requires an initializer"},
    {kind::no_value, R"re(uninitialized 'const (?P<name>\w+)')re",
     "default initialization of an object of const"},
    {kind::no_type, "forbids declaration of|expected type-specifier", "requires a type specifier"},
    {kind::type_for_value, "expected primary-expression before",
     "does not refer to a value|unexpected type name"},
    {kind::type_for_value, "function-style cast"},
    {kind::type_for_number, "type/value mismatch", "for non-type template parameter must be"},
    {kind::returns_value, "in function returning 'void'", "should not return a value"},
    {kind::number_ends, "literal operator|suffix", "invalid (?:suffix|digit)"},

    // ---- templates ----
    {kind::not_constant, "not usable in a constant expression|is not a constant expression",
     "is not a constant expression|must be initialized by a constant"},
    {kind::not_constant, "call to non-'constexpr' function"},
    {kind::not_deduced, "class template argument deduction failed|cannot deduce template arguments",
     "no viable constructor or deduction guide"},
    {kind::template_count, "wrong number of template arguments",
     "too (?:few|many) template arguments"},
    {kind::template_list, "missing template arguments", "requires template arguments"},
    {kind::template_list, "without a template argument list|template argument"},
    {kind::no_device_address, "", "",
     R"re(identifier "(?:\w+::)*(?P<name>\w+)(?:<.*>)?" is undefined in device code)re"},

    // ---- grammar ----
    {kind::expected,
     "expected|before .* token|parse error|two or more data types|capture of non-variable|#include "
     "expects",
     "expected|unexpected|'template' keyword"},
    {kind::expected_bracket, R"re(expected '[\])]')re", R"re(expected '[\])]'|extraneous '\)')re"},
    {kind::expected_brace, "expected '}'|at end of input", "expected '}'"},
    {kind::expected_brace, "a function-definition is not allowed here|invalid use of '::'",
     "function definition is not allowed here|cannot have a qualified name"},
    {kind::expected_semicolon, "expected .*';'", "expected .*';'"},
    {kind::initializers, "too many initializers", "excess elements in"},
    {kind::initializers, "from '<brace-enclosed initializer list>'"},
    {kind::character, "stray|valid in an identifier|not valid UTF-8|multi-character",
     "unexpected character|non-ASCII|allowed in an identifier"},

    // ---- files ----
    {kind::no_header, R"re(^'?(?P<header>[^': ]+)'?: No such file)re",
     R"re(^'(?P<header>[^']+)' file not found)re"},
    {kind::other_signature, "should have been declared inside|no declaration matches",
     "does not match any declaration|conflicting types for"},
    {kind::other_signature, "conflicting declaration of|ambiguating new declaration", ""},
};

}  // namespace

std::span<const wording> wordings() {
  return kWordings;
}

std::map<kind, captures> kinds_of(std::string_view message) {
  std::map<kind, captures> found;
  for (const wording& each : kWordings) {
    for (const std::string_view pattern : {each.gcc, each.clang, each.nvcc}) {
      captures c;
      if (!pattern.empty() && search(message, pattern, &c)) {
        found[each.what].merge(c);
      }
    }
  }
  return found;
}

}  // namespace kw::explain
