#include "grader/cli/make_forms.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/suggest.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/forms/forms.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/pages/class_page.hpp"
#include "grader/pages/student_page.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

bool is(const form& form, std::string_view name) {
  return form.name == name;
}

std::string to_terminal(const report& report) {
  const text_style style(false, true);
  std::string text;
  for (const lesson_result& lesson : report.lessons) {
    text += describe_lesson(lesson, style);
  }
  return text + describe_end(report, "", style);
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
  if (is(form, "class")) {
    return to_class_html(summary, page);
  }
  if (is(form, "class-anonymous")) {
    page.names = false;
    return to_class_html(summaries.shown, page);
  }
  if (is(form, "canvas")) {
    return to_canvas_csv(summary, request.title);
  }
  return is(form, "moodle-worksheet")   ? to_moodle_worksheet(summary)
         : is(form, "moodle-gradebook") ? to_moodle_gradebook(summary)
                                        : to_csv(summary);
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

}  // namespace

const std::vector<form>& all_forms() {
  static const std::vector<form> forms = {
      {"html", ".html", false, "a page for the student"},
      {"markdown", ".md", false, "GitHub-flavoured Markdown"},
      {"terminal", ".txt", false, "what `grader grade` prints"},
      {"gradescope", ".gradescope.json", false, "Gradescope's results.json"},
      {"classroom", ".classroom.json", false, "GitHub Classroom's result, version 1"},
      {"classroom-base64", ".classroom.b64", false, "the same, as the reporter takes it"},
      {"prairielearn", ".prairielearn.json", false, "PrairieLearn's results.json"},
      {"junit-gitlab", ".gitlab.xml", false, "JUnit XML for GitLab"},
      {"junit-jenkins", ".jenkins.xml", false, "JUnit XML for Jenkins"},
      {"class", "class.html", true, "a page for the instructor"},
      {"class-anonymous", "class_anonymous.html", true, "the same without names, for the class"},
      {"canvas", "canvas.csv", true, "Canvas's gradebook"},
      {"moodle-worksheet", "moodle_worksheet.csv", true, "Moodle's offline grading worksheet"},
      {"moodle-gradebook", "moodle_gradebook.csv", true, "Moodle's gradebook import"},
      {"csv", "class.csv", true, "everything about each submission, as a table"}};
  return forms;
}

std::vector<const form*> find_forms(const std::vector<std::string>& names) {
  std::vector<const form*> chosen;
  std::vector<std::string> known = {"all"};
  for (const form& form : all_forms()) {
    known.emplace_back(form.name);
    const auto wants = [&](const std::string& name) { return name == "all" || is(form, name); };
    if (std::any_of(names.begin(), names.end(), wants)) {
      chosen.push_back(&form);
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
  using maker = std::string (*)(const report&);
  static const std::map<std::string_view, maker> makers = {
      {"html", to_html},
      {"markdown", to_markdown},
      {"terminal", to_terminal},
      {"classroom", to_classroom},
      {"classroom-base64", to_classroom_base64},
      {"prairielearn", to_prairielearn},
      {"junit-gitlab", [](const report& one) { return to_junit(one, junit_flavour::gitlab); }},
      {"junit-jenkins", [](const report& one) { return to_junit(one, junit_flavour::jenkins); }}};
  return is(form, "gradescope") ? to_gradescope(whole) : makers.at(form.name)(reveal(whole, shown));
}

forms_outcome make_forms(const forms_request& request) {
  const std::vector<fs::path> files = find_results(request.sources);
  base::require_writable(request.output);
  const bool pages = std::any_of(request.forms.begin(), request.forms.end(),
                                 [](const form* form) { return is(*form, "html"); });
  const bool of_class = std::any_of(request.forms.begin(), request.forms.end(),
                                    [](const form* form) { return form->of_class; });
  forms_outcome outcome;
  const bool of_public = std::any_of(request.forms.begin(), request.forms.end(),
                                     [](const form* form) { return is(*form, "class-anonymous"); });
  class_summaries summaries;
  for (const fs::path& file : files) {
    try {
      report report = read_report(file);
      if (!request.keep_policy) {
        apply_policy(request.rules, report);
      }
      if (request.adjustments != nullptr) {
        request.adjustments->apply(report);
      }
      const std::string stem = file.stem().string();
      for (const form* form : request.forms) {
        if (!form->of_class) {
          const fs::path made = request.output / (stem + form->file);
          base::write_file_atomically(made, make_form(*form, report, request.shown));
          if (files.size() == 1) {
            outcome.files.push_back(made);
          }
        }
      }
      if (of_class) {
        summaries.all.add(report, pages ? stem + ".html" : "");
      }
      if (of_public) {
        summaries.shown.add(reveal(report, request.shown), "");
      }
      ++outcome.results;
    } catch (const usage_error& error) {
      outcome.problems.emplace_back(error.what());
    }
  }
  for (const form* form : request.forms) {
    if (form->of_class) {
      base::write_file_atomically(request.output / form->file,
                                  make_class_form(*form, summaries, request));
      outcome.files.push_back(request.output / form->file);
    }
  }
  return outcome;
}

}  // namespace kw::grader
