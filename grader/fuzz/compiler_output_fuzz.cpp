#include "explain/explain.hpp"
#include "fuzz.hpp"

void kw::grader::read_hostile(std::string_view input) {
  (void)explain::explain(input, "/nowhere", "exercises/01_first/first.cpp");
}
