// What a compiler complains about: rules name a kind, and not the compiler's words.
#pragma once

#include <string_view>

/// The kinds of complaints, each as the pattern that finds it in a message. The words are those of
/// g++, which is asked where another compiler fails, too (for_gcc). nvcc has words of its own for
/// what g++ has nothing to say about. Quotes are plain ones here. The groups, such as `name` and
/// `type`, are captures of the rules.
namespace kw::explain::kind {

// ---- names

constexpr std::string_view undeclared =
    R"re('(?P<name>\w+)' (?:was not declared in this scope|does not name a type|)re"
    R"re(has not been declared|is not a (?:member of '\w+'|type))(?:; did you mean '(?P<near>\w+)')?|)re"
    R"re(no arguments to '(?P<name2>\w+)')re";
constexpr std::string_view declared_twice =
    R"re((?:redeclaration of|conflicting declaration) '(?:[^']*[ *&>])?(?P<name>\w+)'|)re"
    R"re(declaration of '(?:[\w:<>&* ]* )?(?P<name2>\w+)' shadows a parameter)re";
constexpr std::string_view no_member =
    R"re(' has no member named '(?P<name>\w+)'(?:; did you mean '(?P<near>\w+)')?|)re"
    R"re('(?P<name2>\w+)' is not a member of '(?:\w+::)+\w|)re"
    R"re('(?:using )?(?:[^' ]*::)?(?P<name3>\w+)(?: = [^']*)?' is private within)re";
constexpr std::string_view not_captured = R"re('(?P<name>\w+)' is not captured)re";
constexpr std::string_view read_only =
    R"re(of read-only(?: variable '(?P<name>\w+)')?|lvalue required)re";

// ---- calls

constexpr std::string_view does_not_fit =
    "no matching function|could not convert|invalid conversion|too (?:few|many) arguments|cannot "
    "convert";
constexpr std::string_view launch_does_not_fit = "call to 'launch|to 'kw::launch";
constexpr std::string_view copies_tl = R"re(deleted.*context(<[^(]*>)?::context\(const )re";
constexpr std::string_view called = "no match for call to";
constexpr std::string_view number_called = "cannot be used as a function";
constexpr std::string_view not_called = "invalid use of (?:non-static )?member function";
constexpr std::string_view host_function =
    R"re(calling a __host__ function\("(?P<function>.*)"\) from a __)re";

// ---- values and types

constexpr std::string_view conversion =
    "cannot convert|conversion from|invalid (?:cast|'static_cast') from type";
constexpr std::string_view truth = "to 'bool'";
constexpr std::string_view subscript = R"re(operator\[\]|subscript)re";
constexpr std::string_view no_operator =
    R"re(no match for 'operator(?P<sign>[^' a-z]+)' \(operand types? (?:is|are) )re"
    R"re('(?P<left>[^']*)'(?: and '(?P<right>[^']*)')?|)re"
    R"re(types '(?P<left2>[^']*)' and '(?P<right2>[^']*)' to binary 'operator(?P<sign2>[^']+)'|)re"
    "no match for 'operator";
constexpr std::string_view dereferenced =
    R"re(no match for 'operator\*' \(operand type is|invalid type argument of unary '\*')re";
constexpr std::string_view no_class =
    R"re(member '(?P<member>\w+)' in .*which is of non-class type)re";
constexpr std::string_view choice = R"re(operands to '\?:' have different types)re";
constexpr std::string_view no_value =
    R"re(has no initializer|uninitialized 'const (?P<name>\w+)')re";
constexpr std::string_view no_type = "forbids declaration of|expected type-specifier";
constexpr std::string_view type_for_value = "expected primary-expression before";
constexpr std::string_view type_for_number = "type/value mismatch";
constexpr std::string_view returns_value = "in function returning 'void'";
constexpr std::string_view number_ends = "literal operator|suffix";

// ---- templates

constexpr std::string_view not_constant =
    "not usable in a constant expression|is not a constant expression|call to non-'constexpr' "
    "function";
constexpr std::string_view not_deduced =
    "class template argument deduction failed|cannot deduce template arguments";
constexpr std::string_view template_count = "wrong number of template arguments";
constexpr std::string_view template_list = "template argument";
constexpr std::string_view no_device_address =
    R"re(identifier "(?:\w+::)*(?P<name>\w+)(?:<.*>)?" is undefined in device code)re";

// ---- grammar

constexpr std::string_view expected =
    "expected|before .* token|parse error|two or more data types|capture of non-variable|#include "
    "expects";
constexpr std::string_view expected_bracket = R"re(expected '(?P<lacks>[\])])' before '[;{]')re";
constexpr std::string_view expected_brace =
    "expected '}'|at end of input|a function-definition is not allowed here|invalid use of '::'";
constexpr std::string_view expected_semicolon = "expected .*';'";
constexpr std::string_view initializers =
    "too many initializers|from '<brace-enclosed initializer list>'";
constexpr std::string_view character =
    "stray|valid in an identifier|not valid UTF-8|multi-character";

// ---- files

constexpr std::string_view no_header = R"re(^'?(?P<name>[^': ]+)'?: No such file)re";
constexpr std::string_view other_signature =
    "should have been declared inside|no declaration matches|conflicting declaration of|"
    "ambiguating new declaration";

}  // namespace kw::explain::kind
