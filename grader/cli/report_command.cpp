#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "grader/cli/make_forms.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/forms/forms.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/score/apply_policy.hpp"
#include "grader/score/breakdown.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

/// What the command lines of both verbs can say.
struct report_options {
  forms_request request;
  std::vector<std::string> forms = {"html"};
  fs::path policy;
  fs::path adjustments;
  std::string shown = "visible";
};

void add_rules(CLI::App& verb, report_options& options) {
  verb.add_option("--policy", options.policy,
                  "A policy file: checks and lateness by its rules, instead of those stored");
  verb.add_option("--adjustments", options.adjustments,
                  "A file of changes by hand, applied to the results and never written to");
}

/// Reads the files of rules, which the request then refers to.
void read_rules(report_options& options, std::optional<adjustment_list>& adjustments) {
  forms_request& request = options.request;
  request.shown = word_named<visibility>(options.shown).value_or(visibility::hidden);
  if (!options.adjustments.empty()) {
    adjustments.emplace(options.adjustments);
    request.adjustments = &*adjustments;
  }
  if (!options.policy.empty()) {
    request.rules = read_policy(options.policy);
    request.keep_policy = false;
  }
}

int run_report(report_options& options) {
  forms_request& request = options.request;
  std::optional<adjustment_list> adjustments;
  read_rules(options, adjustments);
  request.forms = find_forms(options.forms, request.rules.gradebooks);
  if (request.output == "-") {
    if (request.anonymous || request.forms.size() != 1 || request.forms[0].of_class() ||
        request.sources.size() != 1) {
      throw usage_error(
          "--output - takes one result and one form that is not of a class, with its name");
    }
    fmt::print("{}", make_form(request.forms[0], read_by_rules(request.sources[0], request),
                               request.shown));
    return kExitDone;
  }
  const fs::path& first = request.sources.at(0);
  if (request.output.empty()) {
    request.output = fs::is_directory(first)
                         ? first / (request.anonymous ? "anonymous_forms" : "forms")
                         : first.parent_path();
  }
  int code = make_forms(request);
  for (const std::string& unused :
       adjustments ? adjustments->unused() : std::vector<std::string>()) {
    fmt::print(stderr, "grader: {}\n", unused);
    code = code == kExitDone ? kExitUsage : code;
  }
  return code;
}

int run_explain(report_options& options) {
  std::optional<adjustment_list> adjustments;
  read_rules(options, adjustments);
  const report report = read_by_rules(options.request.sources.at(0), options.request);
  fmt::print("{}", break_down(reveal(report, options.request.shown), text_style::of(stdout)));
  return kExitDone;
}

void add_shown(CLI::App& verb, report_options& options) {
  verb.add_option("--show", options.shown,
                  "Which checks may be seen: visible, also those after_due_date, also those "
                  "after_published, or hidden ones too")
      ->check(CLI::IsMember({"visible", "after_due_date", "after_published", "hidden"}))
      ->capture_default_str();
}

std::string list_of_forms() {
  std::string text = "Forms of each result:\n";
  for (const bool of_class : {false, true}) {
    text += of_class ? "Forms of all results together:\n" : "";
    for (const form& form : all_forms()) {
      if (form.of_class() == of_class) {
        text += fmt::format("  {:<18} {}\n", form.name, form.title);
      }
    }
  }
  return text;
}

}  // namespace

void declare_report(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<report_options>();
  CLI::App* report = app.add_subcommand("report",
                                        "Make pages, gradebooks and other forms again, "
                                        "from stored results alone");
  report->add_option("results", options->request.sources, "Results, or folders of results")
      ->required();
  report->add_option("--form", options->forms, "The forms to make, separated by commas, or all")
      ->delimiter(',')
      ->capture_default_str();
  report->add_option("--output", options->request.output,
                     "Folder of the forms (default: beside the result, or `forms` in its folder); "
                     "- prints a single form");
  report->add_option("--title", options->request.title, "The assignment's name in a gradebook")
      ->capture_default_str();
  report->add_flag(
      "--anonymous", options->request.anonymous,
      "Use codes instead of names; a file beside the results says which code is whose");
  report->add_flag_callback(
      "--schema",
      [] {
        fmt::print("{}", result_schema());
        throw CLI::Success();
      },
      "Print what a stored result holds, as a JSON Schema, and end");
  add_shown(*report, *options);
  add_rules(*report, *options);
  report->footer(list_of_forms() + "\nFor example: ./course report graded --form html,canvas");
  report->callback([options, &chosen] { chosen = [options] { return run_report(*options); }; });

  const auto told = std::make_shared<report_options>();
  told->shown = "hidden";
  CLI::App* explain = app.add_subcommand(
      "explain", "Explain line by line how the score of a stored result came about");
  explain
      ->add_option("result", told->request.sources,
                   "A result, such as build/cpu/report/report.json")
      ->required()
      ->expected(1);
  add_shown(*explain, *told);
  add_rules(*explain, *told);
  explain->footer("For example: ./course explain graded/results/ann-lee.json");
  explain->callback([told, &chosen] { chosen = [told] { return run_explain(*told); }; });
}

}  // namespace kw::grader
