#include "grader/run/sandbox/object_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace kw::grader {
namespace {

/// A piece of the file as a struct; empty where it would reach past the end.
template <class T>
std::optional<T> at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
    return std::nullopt;
  }
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::optional<std::string_view> content(std::string_view bytes, const Elf64_Shdr& section) {
  if (section.sh_offset > bytes.size() || bytes.size() - section.sh_offset < section.sh_size) {
    return std::nullopt;
  }
  return bytes.substr(section.sh_offset, section.sh_size);
}

/// The text at an offset of a table of texts.
std::optional<std::string> text_at(std::string_view table, std::uint64_t offset) {
  const std::size_t end = offset < table.size() ? table.find('\0', offset) : std::string_view::npos;
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(table.substr(offset, end - offset));
}

std::optional<std::vector<Elf64_Shdr>> sections_of(std::string_view bytes) {
  const auto header = at<Elf64_Ehdr>(bytes, 0);
  const bool known = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                     header->e_ident[EI_CLASS] == ELFCLASS64 &&
                     header->e_ident[EI_DATA] == ELFDATA2LSB && header->e_type == ET_REL &&
                     header->e_shentsize == sizeof(Elf64_Shdr);
  if (!known) {
    return std::nullopt;
  }
  std::uint64_t count = header->e_shnum;
  const auto first = at<Elf64_Shdr>(bytes, header->e_shoff);
  if (count == 0 && first) {
    count = first->sh_size;  // more sections than fit into the header
  }
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto section = at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) {
      return std::nullopt;
    }
    sections.push_back(*section);
  }
  return sections;
}

/// Adds what a table of symbols holds. \returns whether it is whole
bool add_symbols(std::string_view table, std::string_view names, object_file& to) {
  for (std::uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= table.size();
       offset += sizeof(Elf64_Sym)) {
    const Elf64_Sym symbol = *at<Elf64_Sym>(table, offset);
    const auto name = text_at(names, symbol.st_name);
    if (!name) {
      return false;
    }
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    if (binding != STB_LOCAL && !name->empty()) {
      // The linker merges the definitions of templates and inline variables into one.
      const bool weak = binding == STB_WEAK || binding == STB_GNU_UNIQUE;
      to.symbols.push_back({*name, symbol.st_shndx != SHN_UNDEF, weak});
    }
  }
  return true;
}

}  // namespace

std::optional<object_file> read_object(std::string_view bytes) {
  const auto sections = sections_of(bytes);
  if (!sections) {
    return std::nullopt;
  }
  object_file result;
  for (const Elf64_Shdr& section : *sections) {
    if (section.sh_type != SHT_SYMTAB) {
      continue;
    }
    const auto table = content(bytes, section);
    const auto texts = section.sh_link < sections->size()
                           ? content(bytes, (*sections)[section.sh_link])
                           : std::nullopt;
    if (!table || !texts || !add_symbols(*table, *texts, result)) {
      return std::nullopt;
    }
  }
  return result;
}

std::vector<object_file> read_objects(std::string_view bytes) {
  constexpr std::string_view kArchive = "!<arch>\n";
  constexpr std::size_t kHeader = 60, kSizeAt = 48, kSizeDigits = 10;
  std::vector<object_file> objects;
  if (bytes.substr(0, kArchive.size()) != kArchive) {
    if (auto one = read_object(bytes)) {
      objects.push_back(std::move(*one));
    }
    return objects;
  }
  for (std::size_t offset = kArchive.size(); offset + kHeader <= bytes.size();) {
    const std::string digits(bytes.substr(offset + kSizeAt, kSizeDigits));
    const std::size_t size = std::strtoull(digits.c_str(), nullptr, 10);
    const std::string_view member = bytes.substr(offset + kHeader, size);
    if (auto one = read_object(member)) {
      objects.push_back(std::move(*one));
    }
    offset += kHeader + size + size % 2;
  }
  return objects;
}

}  // namespace kw::grader
