#include "explain/rules/kinds.hpp"

namespace kw::explain {
namespace {

// One line for each wording, of g++, of clang++ and of nvcc. If a compiler says it in another way,
// add a line: the groups `name` and `type` are what rules use. Quotes are plain ones here.
constexpr wording kWordings[] = {
    // ---- names ----
    {kind::undeclared, R"re('(?P<name>\w+)' was not declared in this scope)re",
     R"re(undeclared identifier '(?P<name>\w+)')re",
     R"re(identifier "(?P<name>\w+)" is undefined)re"},
    {kind::undeclared, R"re(there are no arguments to '(?P<name>\w+)' that depend)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' does not name a type)re",
     R"re(unknown type name '(?P<name>\w+)')re"},
    {kind::undeclared, R"re('(?P<name>\w+)' has not been declared)re",
     R"re(no type named '(?P<name>\w+)' in)re", R"re(this declaration has no storage class)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' is not a member of ')re",
     R"re(no member named '(?P<name>\w+)' in namespace)re",
     R"re(namespace "\w+" has no member "(?P<name>\w+)")re"},
    {kind::undeclared, "", "", R"re(overloaded function "std::(?P<name>\w+)" matches)re"},
    {kind::undeclared, R"re('(?P<name>\w+)' is not a type)re"},
    {kind::declared_twice, R"re(redeclaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)')re",
     R"re(redefinition of '(?P<name>\w+)')re", R"re("(?P<name>\w+)" has already been declared)re"},
    {kind::declared_twice,
     R"re(declaration of '(?:[\w:<>&* ]* )?(?P<name>\w+)' shadows a parameter)re"},
    {kind::declared_twice, R"re(conflicting declaration '[^']*\b(?P<name>\w+)')re",
     R"re(redefinition of parameter '(?P<name>\w+)')re",
     R"re(duplicate parameter name "(?P<name>\w+)")re"},
    {kind::no_member, R"re('(?:[^']*)' has no member named '(?P<name>\w+)')re",
     R"re(no member named '(?P<name>\w+)' in '(?:[^']*)')re",
     R"re((?:class|struct|type|enum) "(?:.*)" has no member "(?P<name>\w+)")re"},
    {kind::no_member,
     R"re('(?:using )?(?:[^' ]*::)?(?P<name>\w+)(?: = [^']*)?' is private within)re"},
    {kind::no_member, R"re('(?P<name>\w+)' is not a member of '(?:(?:\w+::)+\w+)')re"},
    {kind::not_captured, R"re('(?P<name>\w+)' is not captured)re",
     R"re(variable '(?P<name>\w+)' cannot be implicitly)re",
     "cannot be referenced in a lambda body"},
    {kind::read_only,
     R"re((?:assignment|increment|decrement) of read-only variable '(?P<name>\w+)')re",
     R"re(variable '(?P<name>\w+)' with const-qualified)re", "must be a modifiable lvalue"},
    {kind::read_only, "of read-only|lvalue required", "is not assignable"},

    // ---- calls ----
    {kind::does_not_fit, "no matching function|could not convert|invalid conversion",
     "no matching (?:member )?function|no viable (?:conversion|constructor)",
     "no instance of|no suitable"},
    {kind::does_not_fit, "too (?:few|many) arguments|cannot convert"},
    {kind::launch_does_not_fit, "call to 'launch|to 'kw::launch", "call to 'launch",
     R"re("(?:kw::)?launch")re"},
    {kind::copies_tl, R"re(deleted.*context(<[^(]*>)?::context\(const )re",
     R"re(constructor of '[^']*context.*deleted|deleted.*constructor of '[^']*context)re",
     R"re(context(<[^(]*>)?::context\(const .*deleted)re"},
    {kind::called, "no match for call to",
     "call to object of type|does not provide a call operator",
     R"re(call of an object of a class type|::operator\(\))re"},
    {kind::number_called, "cannot be used as a function", "called object type",
     "apparent call must have pointer-to-function|not a function"},
    {kind::not_called, "invalid use of (?:non-static )?member function", "must be called",
     "may only be used to call the function"},
    {kind::host_function, "", "",
     R"re(calling a __host__ function\("(?P<function>.*)"\) from a __)re"},

    // ---- values and types ----
    {kind::conversion, "cannot convert|conversion from|invalid (?:cast|'static_cast') from type",
     "no viable conversion|cannot convert|incompatible type",
     "conversion function from|user-defined conversion from|no suitable"},
    {kind::conversion, "", "functional-style cast from"},
    {kind::truth, "to 'bool'", "contextually convertible to 'bool'|is not convertible to 'bool'",
     R"re("__nv_bool"|expression must have bool type)re"},
    {kind::subscript, R"re(operator\[\]|subscript)re", "subscript", R"re(operator "\[\]")re"},
    {kind::no_operator,
     R"re(no match for 'operator(?P<sign>[^' a-z]+)' \(operand types? (?:is|are) )re"
     R"re('(?P<left>[^']*)'(?: and '(?P<right>[^']*)')?)re",
     R"re(invalid operands to binary expression \('(?P<left>[^']*)'(?: \(aka '[^']*'\))? and )re"
     R"re('(?P<right>[^']*)')re",
     R"re(no operator "(?P<sign>[^"]+)" matches)re"},
    {kind::no_operator,
     R"re(types '(?P<left>[^']*)' and '(?P<right>[^']*)' to binary 'operator(?P<sign>[^']+)')re",
     R"re(no viable overloaded '(?P<sign>[^']*)')re"},
    {kind::no_operator, "no match for 'operator",
     "'(?P<left>[^']*)'.* to unary|cannot (?:in|de)crement value of type '(?P<left2>[^']*)'"},
    {kind::dereferenced,
     R"re(no match for 'operator\*' \(operand type is|invalid type argument of unary '\*')re",
     "indirection requires pointer operand",
     R"re(operator "\*"|operand of "\*" must be a pointer)re"},
    {kind::no_class, R"re(member '(?P<member>\w+)' in .*which is of non-class type)re",
     "is not a structure or union", "expression must have class type"},
    {kind::choice, R"re(operands to '\?:' have different types)re", "incompatible operand types",
     "operand types are incompatible"},
    {kind::no_value, "has no initializer", "requires an initializer",
     R"re(cannot deduce "auto" type \(initializer required\))re"},
    {kind::no_value, R"re(uninitialized 'const (?P<name>\w+)')re",
     "default initialization of an object of const",
     R"re(const variable "(?P<name>\w+)" requires an initializer)re"},
    {kind::no_type, "forbids declaration of|expected type-specifier", "requires a type specifier",
     "explicit type is missing"},
    {kind::type_for_value, "expected primary-expression before",
     "does not refer to a value|unexpected type name", "type name is not allowed"},
    {kind::type_for_value, "function-style cast"},
    {kind::type_for_number, "type/value mismatch", "for non-type template parameter must be",
     "type name is not allowed"},
    {kind::returns_value, "in function returning 'void'", "should not return a value",
     "return value type does not match"},
    {kind::number_ends, "literal operator|suffix", "invalid (?:suffix|digit)", "user-defined"},

    // ---- templates ----
    {kind::not_constant, "not usable in a constant expression|is not a constant expression",
     "is not a constant expression|must be initialized by a constant",
     "expression must have a constant value"},
    {kind::not_constant, "call to non-'constexpr' function"},
    {kind::not_deduced, "class template argument deduction failed|cannot deduce template arguments",
     "no viable constructor or deduction guide", "cannot deduce class template arguments"},
    {kind::not_deduced, "", "", "no instance of constructor"},
    {kind::template_count, "wrong number of template arguments",
     "too (?:few|many) template arguments", "too (?:few|many) arguments for class template"},
    {kind::template_list, "missing template arguments", "requires template arguments",
     "argument list for .* is missing"},
    {kind::template_list, "without a template argument list|template argument"},
    {kind::no_device_address, "", "",
     R"re(identifier "(?:\w+::)*(?P<name>\w+)(?:<.*>)?" is undefined in device code)re"},

    // ---- grammar ----
    {kind::expected,
     "expected|before .* token|parse error|two or more data types|capture of non-variable|#include "
     "expects",
     "expected|unexpected|'template' keyword", "expected|is not a type name"},
    {kind::expected_bracket, R"re(expected '[\])]')re", R"re(expected '[\])]'|extraneous '\)')re",
     R"re(expected a "[\])]")re"},
    {kind::expected_brace, "expected '}'|at end of input", "expected '}'", R"re(expected a "}")re"},
    {kind::expected_brace, "a function-definition is not allowed here|invalid use of '::'",
     "function definition is not allowed here|cannot have a qualified name",
     "qualified name is not allowed"},
    {kind::expected_semicolon, "expected .*';'", "expected .*';'", R"re(expected .*";")re"},
    {kind::initializers, "too many initializers", "excess elements in",
     "too many initializer values|no suitable constructor"},
    {kind::initializers, "from '<brace-enclosed initializer list>'"},
    {kind::character, "stray|valid in an identifier|not valid UTF-8|multi-character",
     "unexpected character|non-ASCII|allowed in an identifier", "unrecognized token"},

    // ---- files ----
    {kind::no_header, R"re(^'?(?P<header>[^': ]+)'?: No such file)re",
     R"re(^'(?P<header>[^']+)' file not found)re",
     R"re(cannot open source file "(?P<header>[^"]+)")re"},
    {kind::other_signature, "should have been declared inside|no declaration matches",
     "does not match any declaration|conflicting types for", "has no actual member"},
    {kind::other_signature, "conflicting declaration of|ambiguating new declaration", "",
     R"re(namespace "lesson[0-9]+" has no member "\w+"|matches the specified type)re"},
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
