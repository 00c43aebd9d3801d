#include "grader/test/class/synthetic_class.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <functional>
#include <stdexcept>

#include <fmt/format.h>

#include "common/base/files.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

/// An entry of an archive that is written for a test, however wrong.
struct packed {
  std::string path;
  std::string content;
  std::string link = {};  ///< Where it points to, of a symbolic link.
};

void pack(const fs::path& file, const std::vector<packed>& entries) {
  archive* a = archive_write_new();
  if (file.extension() == ".zip") {
    archive_write_set_format_zip(a);
  } else {
    archive_write_add_filter_gzip(a);
    archive_write_set_format_pax_restricted(a);
  }
  bool good = archive_write_open_filename(a, file.c_str()) == ARCHIVE_OK;
  for (const packed& one : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.path.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, one.link.empty() ? AE_IFREG : AE_IFLNK);
    archive_entry_set_size(entry, static_cast<la_int64_t>(one.content.size()));
    if (!one.link.empty()) {
      archive_entry_set_symlink(entry, one.link.c_str());
    }
    good = good && archive_write_header(a, entry) >= ARCHIVE_WARN;
    good = good && (one.content.empty() ||
                    archive_write_data(a, one.content.data(), one.content.size()) >= 0);
    archive_entry_free(entry);
  }
  good = archive_write_free(a) == ARCHIVE_OK && good;
  if (!good) {
    throw std::runtime_error("cannot write " + file.string());
  }
}

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string result;
  for (const char letter : text) {
    result += letter == '\n' ? end : std::string(1, letter);
  }
  return result;
}

class class_maker {
 public:
  class_maker(const fs::path& folder, const course& course, const known_points& points,
              const class_plan& plan)
      : folder_(folder), course_(course), points_(points), plan_(plan) {}

  synthetic_class make() {
    fs::create_directories(folder_);
    if (!plan_.only_mixes) {
      add_kernels();
      add_hostile_kernels();
      add_hostile_files();
      add_hostile_archives();
      add_names();
    }
    for (int i = 0; static_cast<int>(made_.students.size()) < plan_.count; ++i) {
      add_mix(i);
    }
    return std::move(made_);
  }

 private:
  const lesson& first() const { return course_.lessons.front(); }

  std::string kernel(const lesson& lesson, const std::string& which) {
    const fs::path root = course_.root;
    const fs::path whole = root / "lessons" / lesson.folder() / "wrong" / (which + ".cpp");
    const fs::path made = plan_.generated / lesson.folder() / (which + ".cpp");
    const fs::path file = which == "solution"   ? root / lesson.kernel_file(kernel_tree::solution)
                          : which == "skeleton" ? root / lesson.kernel_file(kernel_tree::exercise)
                          : fs::exists(whole)   ? whole
                                                : made;
    return unique(base::read_file(file, 1 << 20));
  }

  std::string unique(std::string text) {
    return plan_.distinct ? text + fmt::format("// {}\n", ++number_) : text;
  }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }

  double points(const lesson& lesson, const std::string& which) const {
    return points_.at({lesson.id(), which});
  }

  /// Every kernel of the course, as its lesson's only file.
  void add_kernels() {
    for (const auto& [key, worth] : points_) {
      for (const lesson& lesson : course_.lessons) {
        if (lesson.id() == key.first) {
          const std::string name = fmt::format("{}-{}", lesson.folder(), key.second);
          write(name + "/" + lesson.name + ".cpp", kernel(lesson, key.second));
          made_.students[name].points[lesson.id()] = worth;
        }
      }
    }
  }

  /// One file a lesson, by turns right, unfinished and wrong, in the course's own folders.
  void add_mix(int i) {
    const std::string name = fmt::format("mix-{:03}", i);
    std::size_t turn = static_cast<std::size_t>(i);
    std::vector<packed> files;
    for (const lesson& lesson : course_.lessons) {
      std::vector<std::string> known;
      for (const auto& [key, worth] : points_) {
        if (key.first == lesson.id()) {
          known.push_back(key.second);
        }
      }
      const std::string& which = known[turn % known.size()];
      turn = turn * 7 + 3;
      files.push_back({fmt::format("course/{}", lesson.kernel_file(kernel_tree::exercise).string()),
                       kernel(lesson, which)});
    }
    turn = static_cast<std::size_t>(i);
    const std::string source = i % 3 == 0 ? name : name + (i % 3 == 1 ? ".zip" : ".tar.gz");
    expectation& expected = made_.students[source];
    for (const lesson& lesson : course_.lessons) {
      std::vector<double> known;
      for (const auto& [key, worth] : points_) {
        if (key.first == lesson.id()) {
          known.push_back(worth);
        }
      }
      expected.points[lesson.id()] = known[turn % known.size()];
      turn = turn * 7 + 3;
    }
    if (source == name) {
      for (const packed& file : files) {
        write(name + "/" + file.path, file.content);
      }
    } else {
      pack(folder_ / source, files);
    }
  }

  /// The first lesson's solution, with code in front of it and in place of it.
  void add_program(const std::string& name, const std::string& text, double worth,
                   std::vector<std::string> said) {
    write(name + "/" + first().name + ".cpp", unique(text));
    made_.students[name] = {{{first().id(), worth}}, std::move(said)};
  }

  /// A solution in which every launch is preceded by some statements.
  std::string sabotaged(const std::string& head, const std::string& statement) {
    std::string text = kernel(first(), "solution");
    const std::string launch = "launch(";
    for (std::size_t at = text.find("  launch("); at != std::string::npos;
         at = text.find("  launch(", at + statement.size() + launch.size() + 2)) {
      text.insert(at + 2, statement + "\n  ");
    }
    return head + "\n" + text;
  }

  void add_hostile_kernels() {
    const std::string solution = kernel(first(), "solution");
    const double full = points(first(), "solution");
    add_program("empty", "", 0, {"is declared by the lesson, but not defined here"});
    add_program("no-semicolon", solution + "int x = 1\n", 0, {"does not compile"});
    add_program("crlf", with_line_ends(solution, "\r\n"), full, {});
    add_program("byte-order-mark", "\xEF\xBB\xBF" + solution, full, {});
    add_program("binary",
                std::string("\x7f"
                            "ELF\0\1\2\3",
                            8) +
                    std::string(5000, '\xff'),
                0, {"does not compile"});
    add_program("hangs", sabotaged("", "for (volatile bool on = true; on;) {}"), 0,
                {"Is there a loop that never ends?"});
    add_program("sleeps", sabotaged("#include <unistd.h>", "::sleep(3600);"), 0,
                {"Is there a loop that never ends?"});
    add_program("prints-a-gigabyte",
                sabotaged("#include <cstdio>",
                          "for (int i = 0; i < 100000000; ++i) std::puts(\"[       OK ] \");"),
                0, {"printed more than"});
    add_program("fork-bomb", sabotaged("#include <unistd.h>", "for (;;) (void)::fork();"), 0,
                {"processes without end"});
    add_program("eats-memory",
                sabotaged("#include <cstdlib>\n#include <cstring>",
                          "for (;;) { void* p = std::malloc(1 << 26); if (!p) std::abort(); "
                          "std::memset(p, 1, 1 << 16); }"),
                0, {"SIGABRT"});
    add_program("eats-shared-memory",
                sabotaged("#include <sys/mman.h>\n#include <cstring>",
                          "for (;;) std::memset(::mmap(nullptr, 1 << 26, 3, MAP_SHARED | "
                          "MAP_ANONYMOUS, -1, 0), 1, 1 << 26);"),
                0, {"took more than 256 MB of memory"});
    add_program("crashes", sabotaged("", "*(volatile int*)8 = 1;"), 0, {"SIGSEGV"});
    add_program("overflows-the-stack",
                sabotaged("static int deep(volatile int* p) { volatile int big[4096]; big[0] = *p; "
                          "return deep(big) + big[1]; }",
                          "{ int zero = 0; deep(&zero); }"),
                0, {"SIGSEGV"});
    add_program("throws", sabotaged("", "throw 1;"), 0, {"std::exception"});
    add_program("exits", sabotaged("#include <cstdlib>", "std::exit(0);"), 0, {"exit code 0"});
    add_program(
        "exits-early",
        "#include <cstdlib>\nstruct quit { quit() { std::_Exit(0); } } quitter;\n" + solution, 0,
        {"before its first call"});
    add_program("own-main", solution + "int main() { return 0; }\n", 0, {"defined more than once"});
    add_program("forges-output",
                sabotaged("#include <cstdio>\n#include <cstdlib>",
                          "std::puts(\"[  PASSED  ] 14 tests.\"); std::fflush(stdout); "
                          "std::_Exit(0);"),
                0, {"exit code 0"});
    add_program(
        "writes-to-descriptors",
        sabotaged("#include <unistd.h>",
                  "for (int fd = 3; fd < 64; ++fd) (void)!::write(fd, \"all passed\", 10);"),
        0, {"The program"});
  }

  /// Kernel files that must not compile, and folders without one.
  void add_hostile_files() {
    const std::string solution = kernel(first(), "solution");
    add_program(
        "includes-the-solution",
        fmt::format("#include \"../../{}\"\n", first().kernel_file(kernel_tree::solution).string()),
        0, {"does not compile"});
    add_program("includes-the-tests",
                fmt::format("#include \"{}_test.cpp\"\n", first().name) + solution, 0,
                {"does not compile"});
    add_program("reads-passwords", "asm(\".incbin \\\"/etc/passwd\\\"\");\n" + solution, 0,
                {"does not compile"});
    add_program("template-bomb",
                "template <int N> struct bomb { static constexpr int value = bomb<N - 1>::value + "
                "bomb<N - 1>::value; };\nint x = bomb<100000>::value;\n" +
                    solution,
                0, {"does not compile"});
    add_program("includes-zeros", "#include \"/dev/zero\"\n" + solution, 0, {"vector_add.cpp"});
    add_program("huge-array", solution + "int big[1000000000] = {1};\n", 0,
                {"compiles to more than 64 MB"});
    write("large-file/" + first().name + ".cpp", std::string(2 << 20, ' '));
    made_.students["large-file"] = {{}, {"larger than 1 MB"}};
    fs::create_directories(folder_ / "empty-folder");
    made_.students["empty-folder"] = {{}, {"There is no"}};
    fs::create_directories(folder_ / "links");
    fs::create_symlink(fs::absolute(course_.root / first().kernel_file(kernel_tree::solution)),
                       folder_ / "links" / (first().name + ".cpp"));
    made_.students["links"] = {{}, {"symbolic link"}};
    fs::create_directory_symlink(fs::absolute(course_.root / "solutions"),
                                 folder_ / "links" / "exercises");
  }

  void add_archive(const std::string& name, const std::vector<packed>& entries,
                   std::map<std::string, double> worth, std::vector<std::string> said) {
    pack(folder_ / name, entries);
    made_.students[name] = {std::move(worth), std::move(said)};
  }

  void add_hostile_archives() {
    const std::string solution = kernel(first(), "solution");
    const double full = points(first(), "solution");
    const std::string file = first().name + ".cpp";
    add_archive("good.zip", {{file, solution}}, {{first().id(), full}}, {});
    add_archive("good.tar.gz", {{"./a/b/" + file, solution}}, {{first().id(), full}}, {});
    add_archive("leads-out.tar.gz", {{file, solution}, {"../../" + file, solution}}, {},
                {"leads out of it"});
    add_archive("leads-out.zip", {{"..\\" + file, solution}}, {}, {"leads out of it"});
    add_archive("absolute.tar.gz", {{"/tmp/" + file, solution}}, {}, {"absolute path"});
    add_archive("drive.zip", {{"C:\\" + file, solution}}, {}, {"absolute path"});
    add_archive("links.tar.gz", {{file, "", "/etc/passwd"}}, {}, {"a link in the archive"});
    add_archive("links-around.tar.gz", {{"here", "", "/"}, {"here/tmp/" + file, solution}},
                {{first().id(), full}}, {});
    add_archive("other-links.tar.gz", {{"compile_commands.json", "", "/nowhere"}, {file, solution}},
                {{first().id(), full}}, {});
    const std::string zeros(std::size_t{40} << 20, '\0');
    std::vector<packed> bomb;
    for (int i = 0; i < 8; ++i) {
      bomb.push_back({fmt::format("zeros{}", i), zeros});
    }
    bomb.push_back({file, solution});
    add_archive("bomb.zip", bomb, {}, {"when it is unpacked"});
    add_archive("bomb.tar.gz", bomb, {}, {"when it is unpacked"});
    std::vector<packed> many(20001, packed{"x", ""});
    add_archive("many.tar.gz", many, {}, {"more than 20000 files"});
    write("damaged.zip", "PK\3\4 and then nothing that makes sense");
    made_.students["damaged.zip"] = {{}, {"cannot be read"}};
    write("no-archive.tar.gz", "This is no archive.\n");
    made_.students["no-archive.tar.gz"] = {{}, {"cannot be read"}};
    write("empty.zip", "");
    made_.students["empty.zip"] = {{}, {"cannot be read"}};
  }

  /// Names of students and folders in every script, and in none.
  void add_names() {
    const char* const names[] = {"Zoë Müller-Łukasz",
                                 "李小龍",
                                 "محمد علي",
                                 "Владимир Ильич",
                                 "ขวัญใจ",
                                 "שרה כהן",
                                 "דוד 🚀",
                                 "O'Brien, \"Bob\" & <b>Co",
                                 "$(touch owned)",
                                 "-rf",
                                 "a b\tc",
                                 "=1+1",
                                 "..hidden",
                                 "Nguyễn Thị Hồng",
                                 "Κώστας",
                                 "A\xCC\x8Angstro\xCC\x88m",
                                 "latin1-\xE9\xFC",
                                 "line\nbreak"};
    for (const char* name : names) {
      write(std::string(name) + "/" + first().name + ".cpp", kernel(first(), "solution"));
      made_.students[name].points[first().id()] = points(first(), "solution");
    }
  }

  fs::path folder_;
  const course& course_;
  const known_points& points_;
  class_plan plan_;
  int number_ = 0;
  synthetic_class made_;
};

}  // namespace

synthetic_class make_class(const fs::path& folder, const course& course, const known_points& points,
                           const class_plan& plan) {
  return class_maker(folder, course, points, plan).make();
}

}  // namespace kw::grader
