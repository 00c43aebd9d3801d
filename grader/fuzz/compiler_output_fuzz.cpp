#include "fuzz.hpp"
#include "grader/compile_error.hpp"

void kw::grader::read_hostile(std::string_view input) {
  (void)extract_compile_error(input, "/nowhere", "exercises/01_first/first.cpp");
}
