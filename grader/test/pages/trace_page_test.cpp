
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>

#include "grader/pages/trace_pictures.hpp"
#include "grader/test/pages/browser.hpp"
#include "grader/test/trace/sample_launch.hpp"

namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// One program copies a matrix with SIDE columns.
constexpr const char* kCopy =
    R"({"kernel":"Copy","file":"exercises/02_second/copy.cpp","line":20,"grid":[1,1,1],"arguments":[
{"name":"x","type":"array<const float, 2>","kind":"view","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[4,SIDE],"strides":[SIDE,1]},
{"name":"out","type":"array<float, 2>","kind":"view","const":false,"element_size":4,"misaligned_bytes":0,
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

TEST(Trace, AFigureStandsAlone) {
  const std::string figure = to_figure(launch_of(kAdd));
  EXPECT_THAT(figure, HasSubstr("<svg xmlns"));
  EXPECT_THAT(figure, HasSubstr("class=\"bad\""));
  EXPECT_THAT(figure, Not(HasSubstr("http://www.w3.org/1999")));
  EXPECT_EQ(figure, to_figure(launch_of(kAdd)));
}

TEST(Trace, APageHoldsNoMarkupFromOutside) {
  const std::string page = to_page({launch_of(kAdd)}, "<script>alert(1)</script>", "a & b");
  EXPECT_THAT(page, HasSubstr("[out-of-bounds] x &lt;b&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
}

TEST(TraceColours, NoTwoProgramsShareOne) {
  for (const int across : {1, 2, 3, 8, 13, 16, 21, 64, 256}) {
    std::set<std::string> colours;
    for (int p = 0; p < 256; ++p) {  // as many as are recorded
      colours.insert(trace_colour(p % across, p / across));
    }
    EXPECT_EQ(colours.size(), 256U) << across << " programs across";
  }
}

/// How far two colours are apart in red, green and blue together.
int distance(const std::string& a, const std::string& b) {
  int apart = 0;
  for (const std::size_t at : {1U, 3U, 5U}) {
    apart +=
        std::abs(std::stoi(a.substr(at, 2), nullptr, 16) - std::stoi(b.substr(at, 2), nullptr, 16));
  }
  return apart;
}

TEST(TraceColours, NeighboursDifferClearlyAndNoneLooksLikeAnError) {
  constexpr std::array<std::array<int, 2>, 4> kNeighbours = {{{1, 0}, {0, 1}, {1, 1}, {2, 0}}};
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      for (const auto& [right, down] : kNeighbours) {
        EXPECT_GT(distance(trace_colour(x, y), trace_colour(x + right, y + down)), 60)
            << x << ", " << y << " and " << right << ", " << down << " from there";
      }
      EXPECT_GT(distance(trace_colour(x, y), "#d03927"), 60) << x << ", " << y;
    }
  }
}

TEST(Trace, APageHasAColourForEachProgramAndForEachStep) {
  const std::string page = to_page({launch_of(kAdd)}, "Add", "lesson01");
  EXPECT_THAT(page,
              HasSubstr("--of-program: " + trace_colour(0) + "; --of-step: " + trace_colour(1)));
  EXPECT_THAT(page,
              HasSubstr("--of-program: " + trace_colour(1) + "; --of-step: " + trace_colour(0)));
  EXPECT_THAT(to_figure(launch_of(kAdd)), HasSubstr("style=\"color: " + trace_colour(1)));
}

TEST(Trace, HeadsAreDrawnAsAMatrixWithALineBetweenThem) {
  trace_launch launch = launch_of(kAdd);
  launch.arguments[0].extents = {3, 4, 16};
  launch.arguments[0].strides = {64, 16, 1};
  const std::string picture = to_svg(launch, 0).text();
  EXPECT_THAT(picture, HasSubstr("row 11"));
  EXPECT_THAT(picture, HasSubstr("class=\"parts\""));
  EXPECT_THAT(picture, Not(HasSubstr("wide")));
  EXPECT_THAT(to_svg(launch, 1).text(), HasSubstr("trace wide"));
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
  const colour = id => getComputedStyle([...document.querySelectorAll('.access')]
    .find(e => e.dataset.program + '.' + e.dataset.order === id)).color;
  expect(colour('1.0') !== colour('1.1'), 'steps of one program have two colours');
  const ticks = [...document.querySelectorAll('tbody input')];
  expect(ticks.map(t => t.checked).join() === 'false,false,false,true', 'its tick is set');
  ticks[2].click();
  expect(shown() === '1.0 1.1', 'two steps together: ' + shown());
  expect(said() === '2 steps are shown together: x[8..15] (outside), out[8..11].', said());
  ticks[3].click();
  expect(shown() === '1.0', 'one of them again: ' + shown());
  buttons[0].click();
  expect(colour('1.0') === colour('1.1') && colour('0.0') !== colour('1.0'), 'a colour a program');
  ticks[0].click();
  ticks[3].click();
  expect(shown() === '0.0 1.1', 'steps of two programs: ' + shown());
  document.querySelectorAll('tbody button')[1].dispatchEvent(
    new MouseEvent('click', {bubbles: true, ctrlKey: true}));
  expect(shown() === '0.0 0.1 1.1', 'one more with Ctrl: ' + shown());
  buttons[1].click();
  expect(shown() === '0.0 0.1', 'a program forgets the ticks: ' + shown());
  document.querySelector('.keep').click();
  document.querySelector('.next').click();
  expect(shown() === '0.0', 'the first step: ' + shown());
  document.querySelector('.next').click();
  expect(shown() === '0.0 0.1', 'and the second as well: ' + shown());
  document.querySelector('.keep').click();
  expect(shown() === '0.1', 'and without the first: ' + shown());
  document.querySelectorAll('.access')[0].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  expect(shown() === '0.0', 'a click in the picture: ' + shown());
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
