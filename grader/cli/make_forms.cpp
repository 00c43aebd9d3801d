#include "grader/cli/make_forms.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/suggest.hpp"
#include "grader/cli/name_book.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/forms/forms.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/pages/pages.hpp"
#include "grader/score/late_work.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

std::string to_terminal(const report& report) {
  const text_style style(false, true);
  std::string text;
  for (const lesson_result& lesson : report.lessons) {
    text += describe_lesson(lesson, style);
  }
  return text + describe_end(report, "", style);
}

/// What the runner of Classroom 50 says in the environment of an autograder.
classroom50_submission from_runner() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  const std::string review = variable("REVIEW_URL");
  return {variable("CLASSROOM"),      variable("ASSIGNMENT"),
          variable("SUBMISSION_TAG"), variable("COMMIT_URL"),
          variable("RELEASE_URL"),    review.empty() ? variable("COMMIT_URL") : review};
}

/// What the forms of a class are made from.
struct class_summaries {
  class_summary all;
  class_summary shown;  ///< Without checks that the class may not see yet.
};

std::string make_class_form(const form& form, const class_summaries& summaries,
                            const forms_request& request) {
  const class_summary& summary = summaries.all;
  class_page_options page;
  page.leaderboard = request.rules.leaderboard;
  page.names = form.name == "class";
  return form.book            ? to_gradebook(*form.book, summary, request.title)
         : form.name == "csv" ? to_csv(summary)
                              : to_class_html(page.names ? summary : summaries.shown, page);
}

/// The results named, folders replaced by the results in them, in the order of their names.
std::vector<fs::path> find_results(const std::vector<fs::path>& sources) {
  std::vector<fs::path> files;
  for (const fs::path& source : sources) {
    if (!fs::exists(source)) {
      throw usage_error(source.string() + " does not exist");
    }
    if (!fs::is_directory(source)) {
      files.push_back(source);
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator(source)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() && entry.path().extension() == ".json" && name[0] != '.') {
        inside.push_back(entry.path());
      }
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  if (files.empty()) {
    throw usage_error("there is no result (*.json) in " + sources.at(0).string());
  }
  return files;
}

/// Codes and names are kept beside the folder of the results, which may be handed on without them.
fs::path names_of(const forms_request& request) {
  const fs::path first = fs::absolute(request.sources.at(0)).lexically_normal();
  const fs::path folder = first.has_filename() ? first : first.parent_path();
  return folder.parent_path() / "anonymous_names.csv";
}

/// Makes the forms of one result after another, and collects what those of the class need.
class form_maker {
 public:
  explicit form_maker(const forms_request& request) : request_(request), names_(names_of(request)) {
    for (const form& form : request.forms) {
      if (request.anonymous && form.book) {
        throw usage_error(fmt::format(
            "a gradebook needs names: make the form {} without --anonymous", form.name));
      }
      pages_ = pages_ || form.name == "html";
      of_class_ = of_class_ || form.of_class();
      of_public_ = of_public_ || form.name == "class-anonymous";
    }
  }

  void add(const fs::path& file, bool only_one) {
    report report = read_by_rules(file, request_, &names_);
    note_rules(report);
    std::string stem = file.stem().string();
    if (request_.anonymous) {
      stem = names_.code_of(report.who);
      anonymise(report, stem);
    }
    for (const form& form : request_.forms) {
      if (!form.of_class()) {
        const fs::path made = request_.output / (stem + form.file);
        base::write_file_atomically(made, make_form(form, report, request_.shown));
        if (only_one) {
          files_.push_back(made);
        }
      }
    }
    if (of_class_) {
      summaries_.all.add(report, pages_ ? stem + ".html" : "");
    }
    if (of_public_) {
      summaries_.shown.add(reveal(report, request_.shown), "");
    }
    ++results_;
  }

  void finish() {
    warn_of_rules();
    if (request_.anonymous) {
      names_.save();
    }
    for (const form& form : request_.forms) {
      if (!form.of_class()) {
        continue;
      }
      base::write_file_atomically(request_.output / form.file,
                                  make_class_form(form, summaries_, request_));
      files_.push_back(request_.output / form.file);
      if (form.book) {
        for (std::string& warning : about_gradebook(*form.book, summaries_.all)) {
          warnings_.push_back(std::move(warning));
        }
      }
    }
  }

  void add_problem(const usage_error& error) { problems_.emplace_back(error.what()); }

  /// Prints which forms there are, and what is wrong with them. \returns the exit code
  int tell() const {
    for (const std::string& problem : problems_) {
      fmt::print(stderr, "grader: {}\n", problem);
    }
    for (const std::string& warning : warnings_) {
      fmt::print(stderr, "grader: {}\n", warning);
    }
    fmt::print("{}, forms in {}\n", counted(results_, "result"),
               request_.output.empty() ? "." : request_.output.string());
    for (const fs::path& file : files_) {
      fmt::print("  {}\n", file.string());
    }
    if (request_.anonymous) {
      fmt::print(
          "{} says which code belongs to which student. Keep it from everyone who should not "
          "know.\n",
          names_.file().string());
    }
    return problems_.empty() ? kExitDone : kExitProblems;
  }

 private:
  /// Notes for whom a rule on lateness has nothing to go by, and which extensions are used.
  void note_rules(const report& report) {
    if (!request_.rules.late) {
      return;
    }
    if (lacks_time(report)) {
      without_time_.push_back(report.who.name.empty() ? report.who.id : report.who.name);
    }
    for (const extension& one : request_.rules.late->extensions) {
      if (is_meant(one.submission, report.who)) {
        used_extensions_.insert(one.line);
      }
    }
  }

  void warn_of_rules() {
    const auto& late = request_.rules.late;
    for (const extension& one : late ? late->extensions : std::vector<extension>()) {
      if (used_extensions_.count(one.line) == 0) {
        warnings_.push_back(
            fmt::format("the policy's line {}: there is no submission \"{}\" to extend", one.line,
                        one.submission));
      }
    }
    constexpr std::size_t kMostNames = 10;
    if (!without_time_.empty()) {
      warnings_.push_back(fmt::format(
          "nothing says when {} of {} submissions were handed in, so they count as on time: {}. "
          "Give `class` a roster with a column \"submitted\", or Moodle's grading worksheet, and "
          "run it again: nothing is graded twice",
          without_time_.size(), results_, list_of_names(without_time_, kMostNames)));
    }
  }

  const forms_request& request_;
  name_book names_;
  class_summaries summaries_;
  std::vector<std::string> without_time_;  // names; a rule on lateness could not be applied
  std::set<int> used_extensions_;          // lines of the policy
  std::int64_t results_ = 0;
  std::vector<fs::path> files_;        // of the class, or of a single result
  std::vector<std::string> problems_;  // results that could not be read, one line each
  std::vector<std::string> warnings_;  // what else an instructor has to know, a line each
  bool pages_ = false;
  bool of_class_ = false;
  bool of_public_ = false;
};

}  // namespace

std::vector<form> all_forms(const std::vector<gradebook>& own) {
  using kw::grader::report;
  std::vector<form> forms = {
      {"html", ".html", "a page for the student", [](const report& r) { return to_html(r); }},
      {"markdown", ".md", "GitHub-flavoured Markdown", to_markdown},
      {"terminal", ".txt", "what `grader grade` prints", to_terminal},
      {"gradescope", ".gradescope.json", "Gradescope's results.json", to_gradescope},
      {"classroom", ".classroom.json", "GitHub Classroom's result, version 1", to_classroom},
      {"classroom-base64", ".classroom.b64", "the same, as the reporter takes it",
       to_classroom_base64},
      {"classroom50", ".classroom50.json", "Classroom 50's result.json",
       [](const report& r) { return to_classroom50(r, from_runner()); }},
      {"prairielearn", ".prairielearn.json", "PrairieLearn's results.json", to_prairielearn},
      {"junit-gitlab", ".gitlab.xml", "JUnit XML for GitLab",
       [](const report& r) { return to_junit(r, junit_flavour::gitlab); }},
      {"junit-jenkins", ".jenkins.xml", "JUnit XML for Jenkins",
       [](const report& r) { return to_junit(r, junit_flavour::jenkins); }},
      {"class", "class.html", "a page for the instructor"},
      {"class-anonymous", "class_anonymous.html", "the same without names, for the class"}};
  for (const std::vector<gradebook>& books : {platforms_gradebooks(), own}) {
    for (const gradebook& book : books) {
      const auto same = std::find_if(forms.begin(), forms.end(),
                                     [&](const form& known) { return known.name == book.name; });
      if (same != forms.end()) {
        throw usage_error(
            fmt::format("the policy's gradebook needs another name: there is a form \"{}\" already",
                        book.name));
      }
      forms.push_back({book.name, book.file(), book.title, nullptr, book});
    }
  }
  forms.push_back({"csv", "class.csv", "everything about each submission, as a table"});
  return forms;
}

std::vector<form> find_forms(const std::vector<std::string>& names,
                             const std::vector<gradebook>& own) {
  std::vector<form> chosen;
  std::vector<std::string> known = {"all"};
  for (form& form : all_forms(own)) {
    known.push_back(form.name);
    const auto wants = [&](const auto& name) { return name == "all" || name == form.name; };
    if (std::any_of(names.begin(), names.end(), wants)) {
      chosen.push_back(std::move(form));
    }
  }
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw usage_error(fmt::format("there is no form \"{}\"{}. `grader report --help` lists them",
                                    name, base::did_you_mean(name, known)));
    }
  }
  return chosen;
}

std::string make_form(const form& form, const report& whole, visibility shown) {
  return form.make(form.name != "gradescope"     ? reveal(whole, shown)
                   : shown == visibility::hidden ? whole
                                                 : without_hidden_tests(whole));
}

report read_by_rules(const fs::path& file, const forms_request& request, const name_book* names) {
  report report = read_report(file);
  if (!request.keep_policy) {
    apply_policy(request.rules, report);
  }
  if (request.adjustments != nullptr) {
    request.adjustments->apply(report, names != nullptr ? names->known_code(report.who) : "");
  }
  return report;
}

int make_forms(const forms_request& request) {
  const std::vector<fs::path> files = find_results(request.sources);
  form_maker maker(request);
  base::require_writable(request.output);
  for (const fs::path& file : files) {
    try {
      maker.add(file, files.size() == 1);
    } catch (const usage_error& error) {
      maker.add_problem(error);
    }
  }
  maker.finish();
  return maker.tell();
}

}  // namespace kw::grader
