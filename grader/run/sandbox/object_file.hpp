#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A name in an object file that other object files can see.
struct object_symbol {
  std::string name;      ///< As the linker knows it.
  bool defined = false;  ///< Otherwise it is expected from elsewhere.
  bool weak = false;     ///< Another definition may take its place.
};

/// What an object file tells the linker.
struct object_file {
  std::vector<object_symbol> symbols;  ///< Without local ones.
};

/// Reads an object file of 64-bit ELF. Empty where the text is not one, or is damaged: the file may
/// come from a compiler that a submission has confused.
std::optional<object_file> read_object(std::string_view bytes);

/// Reads an object file, or all those in an archive (`libname.a`); what is neither is left out.
std::vector<object_file> read_objects(std::string_view bytes);

}  // namespace kw::grader
