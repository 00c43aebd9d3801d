#include "grader/class/hand_in_time.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "explain/text.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"
#include "grader/model/policy.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kLongestMoment = 100;

/// Full names in English, German, French, Spanish, Italian, Portuguese and Dutch, and the
/// abbreviations of three languages.
constexpr std::array<std::string_view, 12> kMonths = {
    " january januar jänner janvier enero gennaio janeiro januari jan janv ",
    " february februar février febrero febbraio fevereiro februari feb févr ",
    " march märz mars marzo março maart mar mrz ",
    " april avril abril aprile apr avr ",
    " may mai mayo maggio maio mei ",
    " june juni juin junio giugno junho jun ",
    " july juli juillet julio luglio julho jul juil ",
    " august août agosto augustus aug ",
    " september septembre septiembre settembre setembro sep sept ",
    " october oktober octobre octubre ottobre outubro oct okt ",
    " november novembre noviembre novembro nov ",
    " december dezember décembre diciembre dicembre dezembro dec dez déc "};

/// Parts of a moment before it is one.
struct moment {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = -1;
  int minute = 0;
  int second = 0;
  std::optional<int> offset_minutes;
};

int number(const std::string& digits) {
  return digits.empty() ? 0 : std::stoi(digits);
}

/// Finds the time of day and its zone, and takes them out of the text.
bool take_time(std::string& text, moment& at) {
  constexpr std::string_view kTime =
      R"((^|[^0-9:.])([0-9]{1,2})(:|h| h )([0-9]{2})(:([0-9]{2})([.,][0-9]{1,9})?)?)"
      R"([ ]*(am|pm|a\.m\.|p\.m\.)?)"
      R"([ ]*(z$|utc|gmt)?(([+-])([0-9]{1,2}):?([0-9]{2})?( *\(.*)?$)?)";
  const auto place = explain::find(text, kTime);
  if (!place) {
    return false;
  }
  const explain::match& found = *place;
  at.hour = number(found[2]);
  at.minute = number(found[4]);
  at.second = number(found[6]);
  if (!found[8].empty()) {
    if (at.hour < 1 || at.hour > 12) {
      return false;
    }
    at.hour = at.hour % 12 + (found[8][0] == 'p' ? 12 : 0);
  }
  if (!found[9].empty() || !found[10].empty()) {
    at.offset_minutes = (found[11] == "-" ? -1 : 1) * (number(found[12]) * 60 + number(found[13]));
  }
  // "CST" is the name of three zones.
  if (explain::match_whole(text.substr(found.end), " *[a-z]{1,4}t *")) {
    return false;
  }
  text = text.substr(0, found.begin) + " " + text.substr(found.end);
  return at.hour < 24 && at.minute < 60 && at.second < 61;
}

/// A date in numbers: the year first, or the day first with points, or in an order that only the
/// numbers themselves can tell.
bool take_numbers(const std::string& text, moment& at) {
  constexpr std::string_view kYearFirst =
      R"((^|[^0-9])([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})([^0-9]|$))";
  constexpr std::string_view kYearLast =
      R"((^|[^0-9])([0-9]{1,2})([./-])([0-9]{1,2})[./-]([0-9]{4})([^0-9]|$))";
  if (const auto found = explain::find(text, kYearFirst)) {
    at.year = number((*found)[2]);
    at.month = number((*found)[3]);
    at.day = number((*found)[4]);
    return true;
  }
  const auto place = explain::find(text, kYearLast);
  if (!place) {
    return false;
  }
  const explain::match& found = *place;
  const int first = number(found[2]);
  const int second = number(found[4]);
  const bool day_first = found[3] == "." || first > 12 || first == second;
  if (!day_first && second <= 12) {
    return false;
  }
  at.year = number(found[5]);
  at.day = day_first ? first : second;
  at.month = day_first ? second : first;
  return true;
}

/// A date with the name of its month. The last such name counts: "mar" is a Tuesday as well.
bool take_words(const std::string& text, moment& at) {
  std::vector<std::string> words(1);
  for (const char letter : text) {
    const bool part = static_cast<signed char>(letter) < 0 ||
                      std::isalnum(static_cast<unsigned char>(letter)) != 0;
    if (part) {
      words.back() += letter;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  for (const std::string& word : words) {
    const bool digits = !word.empty() &&
                        std::all_of(word.begin(), word.end(),
                                    [](unsigned char letter) { return std::isdigit(letter) != 0; });
    if (digits && word.size() == 4) {
      at.year = number(word);
    } else if (digits && word.size() <= 2) {
      at.day = at.day == 0 ? number(word) : -1;  // two of them are too many
    }
    for (std::size_t month = 0; month < kMonths.size() && !word.empty(); ++month) {
      if (kMonths[month].find(" " + word + " ") != std::string_view::npos) {
        at.month = static_cast<int>(month) + 1;
      }
    }
  }
  return at.year > 0 && at.month > 0 && at.day > 0;
}

/// A local time as seconds; nothing where the clocks were put back and it came twice, or put
/// forward and it never came.
std::optional<std::time_t> to_seconds(const std::tm& local) {
  std::set<std::time_t> found;
  for (const int summer : {0, 1}) {
    std::tm parts = local;
    parts.tm_isdst = summer;
    const std::time_t time = std::mktime(&parts);
    std::tm back{};
    localtime_r(&time, &back);
    if (back.tm_mday == local.tm_mday && back.tm_hour == local.tm_hour &&
        back.tm_min == local.tm_min) {
      found.insert(time);
    }
  }
  return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

std::string to_utc(const moment& at) {
  std::tm parts{};
  parts.tm_year = at.year - 1900;
  parts.tm_mon = at.month - 1;
  parts.tm_mday = at.day;
  parts.tm_hour = at.hour;
  parts.tm_min = at.minute;
  parts.tm_sec = at.second;
  std::tm same = parts;
  const std::time_t as_utc = timegm(&same);
  if (same.tm_mday != at.day || same.tm_mon != at.month - 1) {
    return {};  // 31 February
  }
  const std::optional<std::time_t> time =
      at.offset_minutes ? std::optional(as_utc - std::time_t{60} * *at.offset_minutes)
                        : to_seconds(parts);
  return time ? utc_text(*time) : "";
}

}  // namespace

std::string utc_moment(std::string_view text) {
  if (text.size() > kLongestMoment) {
    return {};
  }
  std::string rest = in_lower_case(text);
  for (const std::string_view space : {"\u00A0", "\u202F"}) {  // in front of "pm"
    for (std::size_t at = rest.find(space); at != std::string::npos; at = rest.find(space)) {
      rest.replace(at, space.size(), " ");
    }
  }
  if (rest.size() > 10 && rest[10] == 't' && rest[4] == '-') {
    rest[10] = ' ';
  }
  rest.erase(rest.find_last_not_of(" \r\n\t") + 1);
  moment at;
  if (!take_time(rest, at) || (!take_numbers(rest, at) && !take_words(rest, at))) {
    return {};
  }
  return at.year < 1970 || at.year > 9999 ? "" : to_utc(at);
}

bool is_time_title(std::string_view title) {
  static const std::set<std::string> kTitles = {"submitted",
                                                "submittedat",
                                                "submissiontime",
                                                "submissiontimestamp",
                                                "submissiondate",
                                                "timesubmitted",
                                                "handedin",
                                                "zuletztgeändertabgabe",
                                                "dernièremodificationtravailremis",
                                                "dernièremodificationremise",
                                                "últimamodificaciónentrega",
                                                "últimamodificaciónenvío",
                                                "ultimamodificaconsegna",
                                                "últimamodificaçãoenvio",
                                                "laatstgewijzigdinzending"};
  const std::string plain = comparable(title);
  return kTitles.count(plain) != 0 || plain.rfind("lastmodifiedsubmission", 0) == 0;
}

void set_time_zone(const std::string& zone) {
  std::string value = zone;
  std::error_code error;
  if (const auto parts = explain::match_whole(
          zone, R"(([+-])([0-9]{1,2})(:([0-9]{2}))?)")) {  // POSIX counts the other way round
    value = fmt::format("<zone>{}{}:{}", (*parts)[1] == "+" ? "-" : "+", (*parts)[2],
                        (*parts)[4].empty() ? "00" : (*parts)[4]);
  } else if (zone != "UTC" &&
             (zone.find("..") != std::string::npos || zone.empty() || zone[0] == '/' ||
              !std::filesystem::is_regular_file("/usr/share/zoneinfo/" + zone, error))) {
    throw usage_error(
        fmt::format("there is no time zone \"{}\" on this machine. A zone is, for example, UTC, "
                    "+01:00 or Europe/Berlin (for names, the package tzdata)",
                    zone));
  }
  setenv("TZ", value.c_str(), 1);
  tzset();
}

}  // namespace kw::grader
