#pragma once

#include <string>

#include "common/base/process.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {

/// The name of a Chromium on this machine; empty if there is none.
inline std::string find_browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (base::program_exists(name)) {
      return name;
    }
  }
  return {};
}

/// What a headless browser has made of a page, its console included.
inline std::string open_in_browser(const std::string& browser, const temporary_folder& folder,
                                   const std::string& address) {
  base::process_request request;
  request.command = {browser,
                     "--headless",
                     "--no-sandbox",
                     "--disable-gpu",
                     "--disable-quic",
                     "--no-first-run",
                     "--disable-background-networking",
                     "--disable-component-update",
                     "--disable-sync",
                     "--enable-logging=stderr",
                     "--allow-file-access-from-files",
                     "--user-data-dir=" + (folder.path() / "profile").string(),
                     "--dump-dom",
                     address};
  request.output_limit = std::size_t{8} << 20;
  request.timeout_seconds = 100;
  return base::run_process(request).output;
}

/// The text of <pre id="verdict"> in such an output, or why there is none.
inline std::string verdict_in(const std::string& output) {
  const std::string open = "<pre id=\"verdict\">";
  const std::size_t begin = output.find(open);
  const std::size_t end = output.find("</pre>", begin);
  if (begin == std::string::npos || end == std::string::npos) {
    return "no verdict: " + output.substr(0, 2000);
  }
  return output.substr(begin + open.size(), end - begin - open.size());
}

}  // namespace kw::grader
