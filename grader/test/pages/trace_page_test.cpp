#include "grader/pages/trace_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "grader/pages/trace_picture.hpp"
#include "grader/test/pages/browser.hpp"
#include "grader/test/trace/sample_launch.hpp"

namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Trace, AFigureStandsAlone) {
  const std::string figure = to_figure(launch_of(kAdd));
  EXPECT_THAT(figure, HasSubstr("<svg xmlns"));
  EXPECT_THAT(figure, HasSubstr("class=\"bad\""));
  EXPECT_THAT(figure, Not(HasSubstr("http://www.w3.org/1999")));
  EXPECT_EQ(figure, to_figure(launch_of(kAdd)));
}

/// One program copies a matrix with SIDE columns.
constexpr const char* kCopy =
    R"({"kernel":"Copy","file":"exercises/02_second/copy.cpp","line":20,"grid":[1,1,1],"arguments":[
{"name":"x","type":"matrix<const float>","kind":"view","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[4,SIDE],"strides":[SIDE,1]},
{"name":"out","type":"matrix<float>","kind":"view","const":false,"element_size":4,"misaligned_bytes":0,
"extents":[4,SIDE],"strides":[SIDE,1]}],"lines":{},"accesses":[
{"program":0,"kind":"load","line":10,"argument":0,"masked":false,"lanes":4,"tile":[0,1,4,0],"active":[[0,0,1,4]]},
{"program":0,"kind":"store","line":11,"argument":1,"masked":false,"lanes":4,"tile":[0,1,4,0],"active":[[0,0,1,4]]}],
"left_out":0,"findings":[]})";

/// The attribute of the array that is drawn first or second in a figure.
double place_of_array(const std::string& figure, int which, const std::string& attribute) {
  std::size_t at = 0;
  for (int i = 0; i <= which; ++i) {
    at = figure.find("<rect class=\"array\"", at) + 1;
  }
  return std::stod(figure.substr(figure.find(attribute, at) + attribute.size()));
}

TEST(Trace, NarrowMatricesAreSideBySide) {
  const auto figure_of = [](const std::string& columns) {
    return to_figure(launch_of(std::regex_replace(kCopy, std::regex("SIDE"), columns)));
  };
  const std::string narrow = figure_of("4"), wide = figure_of("64");
  EXPECT_EQ(place_of_array(narrow, 0, " y=\""), place_of_array(narrow, 1, " y=\""));
  EXPECT_GT(place_of_array(narrow, 1, " x=\""), place_of_array(narrow, 0, " x=\"") + 4 * 24);
  EXPECT_LT(place_of_array(wide, 0, " y=\""), place_of_array(wide, 1, " y=\""));
  EXPECT_EQ(place_of_array(wide, 1, " x=\""), place_of_array(wide, 0, " x=\""));
}

TEST(Trace, APageHoldsNoMarkupFromOutside) {
  const std::string page = to_page({launch_of(kAdd)}, "<script>alert(1)</script>", "a & b");
  EXPECT_THAT(page, HasSubstr("[out-of-bounds] x &lt;b&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
}

/// Clicks and keys as a reader would use them, one by one; what is wrong becomes the verdict.
constexpr const char* kClicks = R"(<pre id="verdict">not finished</pre><script>
const wrong = [];
const expect = (ok, what) => { if (!ok) wrong.push(what); };
const shown = () => [...document.querySelectorAll('.access')]
  .filter(e => getComputedStyle(e).display !== 'none')
  .map(e => e.dataset.program + '.' + e.dataset.order).join(' ');
const said = () => document.querySelector('.said').textContent;
const buttons = [...document.querySelectorAll('.program')];
const key = (element, name) => element.dispatchEvent(
  new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}));
try {
  expect(shown() === '0.0 1.0 0.1 1.1', 'all at first: ' + shown());
  expect(said() === 'All programs are shown.', 'said at first: ' + said());
  buttons[2].click();
  expect(shown() === '1.0 1.1', 'program 1: ' + shown());
  expect(buttons[2].getAttribute('aria-pressed') === 'true', 'program 1 is pressed');
  expect(buttons[0].getAttribute('aria-pressed') === 'false', 'all is not pressed');
  document.querySelector('.next').click();
  expect(shown() === '1.0', 'its first step: ' + shown());
  expect(said().includes('line 10 reads x[8..15], 8 of 8 lanes, some outside'), 'said: ' + said());
  document.querySelector('.next').click();
  expect(shown() === '1.1', 'its second step: ' + shown());
  expect(document.querySelector('.next').disabled, 'there is no third step');
  document.querySelector('.back').click();
  expect(shown() === '1.0', 'back: ' + shown());
  buttons[2].focus();
  key(buttons[2], 'ArrowLeft');
  expect(document.activeElement === buttons[1], 'the arrow moves the focus');
  expect(shown() === '0.0 0.1', 'the arrow chooses program 0: ' + shown());
  key(buttons[1], 'Home');
  expect(shown() === '0.0 1.0 0.1 1.1', 'Home shows all: ' + shown());
  expect(buttons.filter(b => b.tabIndex === 0).length === 1, 'one button is a tab stop');
  document.querySelectorAll('tbody button')[3].click();
  expect(shown() === '1.1', 'a row of the table: ' + shown());
  expect(document.querySelectorAll('tbody tr.current').length === 1, 'the row is marked');
  expect(document.querySelectorAll('.access .bad').length === 1, 'one red part');
  expect(document.querySelectorAll('.program.wrong').length === 1, 'one program is wrong');
} catch (error) {
  wrong.push(String(error));
}
document.getElementById('verdict').textContent = wrong.length ? wrong.join('\n') : 'sound';
</script></body>)";

class TraceInBrowser : public ::testing::Test {
 protected:
  void SetUp() override {
    if (browser_.empty()) {
      GTEST_SKIP() << "there is no Chromium here (./course setup ci installs it)";
    }
  }
  temporary_folder folder_;
  std::string browser_ = find_browser();
};

TEST_F(TraceInBrowser, CanBeClickedThrough) {
  std::string page = to_page({launch_of(kAdd)}, "Add", "lesson01");
  page.replace(page.find("</body>"), 7, kClicks);
  const auto file = folder_.write("trace.html", page);
  const std::string output = open_in_browser(browser_, folder_, "file://" + file.string());
  EXPECT_EQ(verdict_in(output), "sound");
  EXPECT_EQ(output.find(":CONSOLE"), std::string::npos) << output.substr(0, 2000);
}

TEST_F(TraceInBrowser, IsReadableInBothSchemesAndWidths) {
  const auto file =
      folder_.write("trace.html", to_page({launch_of(kAdd), launch_of(kAdd)}, "Add", "lesson01"));
  EXPECT_THAT(verdict_in(open_in_browser(browser_, folder_,
                                         std::string("file://") + KW_GRADER_HARNESS +
                                             "#360,1440:file://" + file.string())),
              ::testing::StartsWith("sound"));
}

}  // namespace
}  // namespace kw::grader
