// Puts files and students together.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "grader/class/classroom50.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/submissions.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

class class_builder {
 public:
  class_builder(const fs::path& source, const roster& roster) : source_(source), roster_(&roster) {}

  class_input build(std::vector<submitted_file> files) {
    std::vector<std::string*> paths;
    for (submitted_file& file : files) {
      paths.push_back(&file.path);
    }
    // One student's clone must not be taken for a folder around all of them.
    strip_wrapper(paths, [&](const std::string& folder) {
      const std::vector<std::string> names = owner_of(folder + "/x").names;
      return roster_->find_account(names) < roster_->size() ||
             !roster_->find_each({names.front()}).empty();
    });
    for (submitted_file& file : files) {
      add(std::move(file));
    }
    add_empty_folders();
    if (roster_->empty()) {
      roster_ = &classroom50_.scores();
    }
    input_.notes.insert(input_.notes.begin(), roster_->notes().begin(), roster_->notes().end());
    find_groups_of_classroom50();
    find_groups_of_roster();
    add_members_of_groups();
    for (auto& [key, student] : students_) {
      describe(key, student);
    }
    find_rows();
    for (auto& [key, student] : students_) {
      note_classroom50_time(key, student.who);
      note_platform_id(owners_.at(key).platform_id, student.who.roster);
      input_.submissions.push_back(std::move(student));
    }
    give_own_ids();
    if (!input_.submissions.empty()) {
      add_absent();
    }
    std::sort(
        input_.submissions.begin(), input_.submissions.end(),
        [](const class_submission& a, const class_submission& b) { return a.who.id < b.who.id; });
    return std::move(input_);
  }

 private:
  void add(submitted_file file) {
    const ownership owner = owner_of(file.path);
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    if (is_about_class(name) && !file.link) {
      if (name != file.path) {
        return;  // a student's own would say who they are
      }
      const std::string text = base::read_text_file(file.host);
      if (name == kGradescopeMetadata) {
        metadata_ = parse_gradescope_metadata(text);
      } else {
        classroom50_.read(name, text);
      }
    } else if (owner.key.empty()) {
      input_.notes.push_back(fmt::format("{} belongs to no student", base::plain_line(file.path)));
    } else {
      ownership& known = owners_.emplace(owner.key, owner).first->second;
      known.marked_late |= owner.marked_late;
      known.when = std::max(known.when, owner.when);
      file.path = owner.path;
      file.attempt = owner.when;
      used_.insert(file.host.string());
      students_[owner.key].files.push_back(std::move(file));
    }
  }

  /// A folder without anything that matters is a submission as well: an empty one.
  void add_empty_folders() {
    std::error_code error;
    for (auto at = fs::directory_iterator(source_, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
      const std::string folder = at->path().string() + "/";
      const auto inside = used_.lower_bound(folder);
      const std::string name = at->path().filename().string();
      const bool used = inside != used_.end() && inside->rfind(folder, 0) == 0;
      if (at->is_directory() && !at->is_symlink() && !used && name.front() != '.') {
        const ownership owner = owner_of(name + "/x");
        owners_.emplace(owner.key, owner);
        students_[owner.key];
      }
    }
  }

  void find_groups_of_classroom50() {
    for (const auto& [key, owner] : owners_) {
      for (const std::string& account : classroom50_.members_of(owner.names.front())) {
        metadata_[key].people.push_back({account, "", account});
      }
    }
    input_.notes.insert(input_.notes.end(), classroom50_.notes().begin(),
                        classroom50_.notes().end());
  }

  /// Platforms that name no member of a group name the group, and a roster may say who is in it.
  void find_groups_of_roster() {
    for (const auto& [key, owner] : owners_) {
      const std::vector<std::string> names = without_numbers(names_of(owner));
      const std::vector<std::size_t> rows = roster_->find_group(names);
      const std::vector<std::size_t> own = roster_->find_each(names);
      const bool of_one = !own.empty() && std::count(rows.begin(), rows.end(), own.front()) == 0;
      if (metadata_.count(key) != 0 || rows.empty() || of_one) {
        continue;
      }
      for (const std::size_t row : rows) {
        submission member;
        roster_->describe(row, member);
        metadata_[key].people.push_back({member.name, member.email, "", row});
      }
    }
  }

  /// When the student last submitted, as scores.csv has it.
  void note_classroom50_time(const std::string& key, submission& who) {
    const roster& scores = classroom50_.scores();
    const std::size_t row = scores.find_account(names_of(owners_.at(key)));
    if (who.submitted.empty() && row < scores.size()) {
      submission recorded;
      scores.describe(row, recorded);
      who.submitted = recorded.submitted;
      who.time_source = recorded.time_source;
    }
  }

  /// What a group handed in is graded once for each of its members, under the folder's name and the
  /// member's number.
  void add_members_of_groups() {
    std::map<std::string, gradescope_entry> members;
    for (const auto& [key, entry] : metadata_) {
      if (students_.count(key) == 0 || entry.people.size() < 2) {
        continue;
      }
      std::vector<std::string> names;
      for (std::size_t i = 0; i < entry.people.size(); ++i) {
        const std::string own = i == 0 ? key : fmt::format("{}/{}", key, i + 1);
        members[own] = {{entry.people[i]}, entry.created_at};
        owners_.emplace(own, owners_.at(key));
        students_[own].files = students_.at(key).files;
        names.push_back(base::plain_line(entry.people[i].name));
      }
      input_.notes.push_back(fmt::format("{} is a group's, and counts for each of them: {}",
                                         base::plain_line(key), list_of_names(names)));
    }
    for (auto& [key, entry] : members) {
      metadata_[key] = std::move(entry);
    }
  }

  void describe(const std::string& key, class_submission& student) {
    ownership& owner = owners_.at(key);
    student.who.id = file_id(key);
    student.who.source = base::plain_line(key.substr(0, key.find('/')));
    if (const auto found = metadata_.find(key); found != metadata_.end()) {
      const gradescope_entry& entry = found->second;
      if (!entry.people.empty()) {
        const gradescope_entry::person& person = entry.people.front();
        owner.name = person.name.empty() ? owner.name : person.name;
        owner.names = {person.sid, person.email, person.name};
        owner.of_one = true;
        student.who.email = base::plain_text(person.email);
      }
      student.who.submitted = utc_moment(entry.created_at);
      student.who.time_source = student.who.submitted.empty() ? "" : "Gradescope";
    }
    if (!owner.when.empty()) {
      student.who.submitted = utc_moment(owner.when);
      student.who.time_source = student.who.submitted.empty()            ? ""
                                : owner.platform == platform::blackboard ? "Blackboard"
                                                                         : "Brightspace";
    }
    student.who.name = base::plain_line(shown_name(owner));
    student.who.marked_late = owner.marked_late;
    if (owner.platform_id.first == "Canvas ID") {  // a file without a mark was in time there
      student.who.time_source = kCanvasMarks;
    }
  }

  /// Where marking is blind, Moodle calls all of them "Participant", in the language of the site.
  /// Blackboard puts the assignment before a login, which may have a "_" of its own.
  std::string shown_name(const ownership& owner) const {
    const std::vector<std::string> names = names_of(owner);
    const auto same = std::count_if(owners_.begin(), owners_.end(), [&](const auto& other) {
      return other.second.platform == owner.platform && other.second.name == owner.name;
    });
    if (owner.platform == platform::moodle && owner.name.find(' ') == std::string::npos &&
        (same > 1 || owner.name == "Participant")) {
      return owner.name + owner.platform_id.second.substr(owner.platform_id.second.find(' '));
    }
    const bool of_blackboard = owner.platform == platform::blackboard && owners_.size() > 1;
    return of_blackboard && names.size() > 1 ? names[1] : owner.name;
  }

  /// What an export itself says is as good as a roster's column, where the roster has no such one.
  static void note_platform_id(const std::pair<std::string, std::string>& id,
                               std::vector<std::pair<std::string, std::string>>& columns) {
    const auto same = std::find_if(columns.begin(), columns.end(),
                                   [&](const auto& column) { return column.first == id.first; });
    if (!id.first.empty() && same == columns.end()) {
      columns.push_back(id);
    } else if (!id.first.empty() && same->second.empty()) {
      same->second = id.second;
    }
  }

  /// Finds each student's row. If two submissions match one row, neither is entered: the instructor
  /// has to decide whose it is.
  void find_rows() {
    if (roster_->empty()) {
      return;
    }
    std::map<std::size_t, std::vector<class_submission*>> by_row;
    // Where accounts of the roster name the folders, no other name counts: anyone can call an
    // account like another student.
    const bool by_account = std::any_of(students_.begin(), students_.end(), [&](const auto& one) {
      return roster_->find_account(names_of(owners_.at(one.first))) < roster_->size();
    });
    for (auto& [key, student] : students_) {
      const std::vector<std::string> names = names_of(owners_.at(key));
      const auto known = metadata_.find(key);
      const bool by_group = known != metadata_.end() && !known->second.people.empty() &&
                            known->second.people.front().row;
      std::size_t row = by_group ? *known->second.people.front().row : roster_->find_account(names);
      if (row == roster_->size()) {
        const std::vector<std::size_t> rows = roster_->find_each(without_numbers(names));
        if (rows.size() > 1 && owners_.at(key).of_one) {
          note_doubt(student.who, rows);
          continue;
        }
        row = rows.empty() || (by_account && roster_->has_account(rows.front())) ? roster_->size()
                                                                                 : rows.front();
      }
      if (row < roster_->size()) {
        seen_.insert(row);
        by_row[row].push_back(&student);
      } else {
        input_.notes.push_back(fmt::format("{} is not in the roster", student.who.name));
      }
    }
    for (auto& [row, students] : by_row) {
      if (students.size() == 1) {
        roster_->describe(row, students.front()->who);
        continue;
      }
      submission person;
      roster_->describe(row, person);
      std::vector<std::string> sources;
      for (const class_submission* student : students) {
        sources.push_back(student->who.source);
      }
      input_.notes.push_back(
          fmt::format("{} all look like the submission of {}, so none of them was entered for this "
                      "student. Rename or remove those of other people, and run again",
                      list_of_names(sources), person.name));
    }
  }

  /// A platform's number and name of a student that are those of two people in the roster.
  void note_doubt(const submission& who, const std::vector<std::size_t>& rows) {
    std::vector<std::string> people;
    for (const std::size_t row : rows) {
      submission person;
      roster_->describe(row, person);
      people.push_back(person.name);
    }
    input_.notes.push_back(fmt::format(
        "{} ({}) may be {}, by what the export and the roster say, so it was entered for none of "
        "them. Remove the column of the roster that does not belong to the export",
        who.name, who.source, fmt::join(people, " or ")));
  }

  /// The names to look for. GitHub Classroom puts the assignment in front of a student's name, and
  /// Classroom 50 the classroom and the assignment: what comes before a "-" is an assignment only
  /// where most of the class has it.
  std::vector<std::string> names_of(const ownership& owner) const {
    std::vector<std::string> names;
    for (const std::string& name : owner.names) {
      const std::string& whole = owner.names.front();
      const bool suffix = &name != &whole && whole.size() > name.size() &&
                          whole.compare(whole.size() - name.size(), name.size(), name) == 0;
      if (!suffix || is_assignment(whole.substr(0, whole.size() - name.size()))) {
        names.push_back(name);
      }
    }
    // Where Moodle's groups hand in together, each folder's name begins with that of a group.
    for (std::size_t dash = owner.name.find('-');
         dash != std::string::npos && has_groups_of_moodle() && owner.platform == platform::moodle;
         dash = owner.name.find('-', dash + 1)) {
      names.push_back(owner.name.substr(dash + 1));
    }
    return names;
  }

  /// "kernels-group-3" is not the student with the number 3. A number counts where it is all that a
  /// folder is called, and where the platform says whose it is.
  static std::vector<std::string> without_numbers(std::vector<std::string> names) {
    if (!names.empty()) {
      const std::string whole = names.front();
      std::erase_if(names, [&](const std::string& name) {
        return name != whole && whole.find('-') != std::string::npos &&
               name.find_first_not_of("0123456789-") == std::string::npos;
      });
    }
    return names;
  }

  bool has_groups_of_moodle() const {
    return owners_.size() > 1 && std::all_of(owners_.begin(), owners_.end(), [](const auto& owner) {
             return owner.second.platform == platform::moodle &&
                    owner.second.name.find('-') != std::string::npos;
           });
  }

  bool is_assignment(const std::string& prefix) const {
    const auto with_prefix = std::count_if(owners_.begin(), owners_.end(), [&](const auto& owner) {
      return owner.first.compare(0, prefix.size(), prefix) == 0;
    });
    return 2 * with_prefix > static_cast<std::ptrdiff_t>(owners_.size());
  }

  /// Results are files that are named by ids, so no two students may have the same one.
  void give_own_ids() {
    std::set<std::string> taken;
    for (class_submission& student : input_.submissions) {
      const std::string id = student.who.id;
      for (int number = 2; !taken.insert(student.who.id).second; ++number) {
        student.who.id = fmt::format("{}-{}", id, number);
      }
    }
  }

  void add_absent() {
    for (std::size_t row = 0; row < roster_->size(); ++row) {
      if (seen_.count(row) == 0) {
        class_submission absent;
        absent.handed_in = false;
        roster_->describe(row, absent.who);
        std::string key = absent.who.name;
        for (const auto& [title, value] : roster_->columns(row)) {
          key += "\n" + value;
        }
        absent.who.id = file_id(key);
        input_.submissions.push_back(std::move(absent));
      }
    }
  }

  const fs::path& source_;
  const roster* roster_;  ///< The one given, else Classroom 50's scores.
  class_input input_;
  std::map<std::string, class_submission> students_;
  std::map<std::string, ownership> owners_;
  std::map<std::string, gradescope_entry> metadata_;
  classroom50_files classroom50_;
  std::set<std::string> used_;
  std::set<std::size_t> seen_;
};

}  // namespace

class_input build_class(const fs::path& source, const roster& roster,
                        std::vector<submitted_file> files) {
  return class_builder(source, roster).build(std::move(files));
}

}  // namespace kw::grader
