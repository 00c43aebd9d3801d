#include "fuzz.hpp"
#include "grader/run/compile_error.hpp"

void kw::grader::read_hostile(std::string_view input) {
  (void)extract_compile_error(input, "/nowhere", "exercises/01_first/first.cpp");
}
