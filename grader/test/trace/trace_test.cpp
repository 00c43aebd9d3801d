#include "grader/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/pages/trace_page.hpp"
#include "grader/pages/trace_picture.hpp"
#include "grader/test/pages/browser.hpp"

namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two programs of 8 lanes over 12 elements; the second has no mask on its load.
constexpr const char* kAdd =
    R"({"kernel":"Add","file":"exercises/01_first/first.cpp","line":20,"grid":[2,1,1],"arguments":[
{"name":"x","type":"const float*","kind":"view","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[12],"strides":[1]},
{"name":"out","type":"float*","kind":"view","const":false,"element_size":4,"misaligned_bytes":4,
"extents":[12],"strides":[1]},
{"name":"n","type":"int","kind":"scalar","const":true,"element_size":4,"misaligned_bytes":0,
"extents":[],"strides":[]}],
"lines":{"10":"auto v = tl.load(x + offsets);","11":"tl.store(out + offsets, v, mask);"},
"accesses":[
{"program":0,"kind":"load","line":10,"argument":0,"masked":false,"lanes":8,"tile":[0,1,8,0],"active":[[0,0,1,8]]},
{"program":0,"kind":"store","line":11,"argument":1,"masked":true,"lanes":8,"tile":[0,1,8,0],"active":[[0,0,1,8]]},
{"program":1,"kind":"load","line":10,"argument":0,"masked":false,"lanes":8,"tile":[8,1,8,0],"active":[[0,0,1,8]]},
{"program":1,"kind":"store","line":11,"argument":1,"masked":true,"lanes":8,"tile":[8,1,8,0],"active":[[0,0,1,4]]}],
"left_out":0,"findings":[{"message":"[out-of-bounds] x <b>"}]})";

trace_launch launch_of(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
  const auto launches = parse_trace(text + "\nnot JSON\n{\"kernel\": 3}\n");
  EXPECT_EQ(launches.size(), 1U);
  return launches.at(0);
}

TEST(Trace, IsReadWithItsMaskedLanes) {
  const trace_launch launch = launch_of(kAdd);
  EXPECT_EQ(launch.programs(), 2);
  EXPECT_EQ(launch.position(1), "1");
  ASSERT_EQ(launch.accesses.size(), 4U);
  const trace_access& store = launch.accesses[3];
  EXPECT_EQ(store.active, 4);
  ASSERT_EQ(store.masked_off.size(), 1U);
  EXPECT_EQ(store.masked_off[0].element, 12);
  EXPECT_EQ(store.masked_off[0].count, 4);
  EXPECT_EQ(describe_place(launch, store), "out[8..11]");
}

TEST(Trace, LanesOutsideAreTold) {
  const trace_launch launch = launch_of(kAdd);
  const auto boxes = boxes_of(launch.arguments[0], launch.accesses[2].runs);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_FALSE(boxes[0].outside);
  EXPECT_EQ(boxes[0].columns, 4);
  EXPECT_TRUE(boxes[1].outside);
  EXPECT_EQ(boxes[1].column, 12);
  EXPECT_EQ(traffic_of(launch, 0).outside, 4);
}

TEST(Trace, CountsBytesVectorsAndSectors) {
  const trace_launch launch = launch_of(kAdd);
  const trace_cost load = cost_of(launch.arguments[0], launch.accesses[0]);
  EXPECT_EQ(load.bytes, 32);
  EXPECT_EQ(load.vector_bytes, 32);
  EXPECT_EQ(load.sectors, 1);
  EXPECT_EQ(load.pattern, "in a row");
  const trace_cost store = cost_of(launch.arguments[1], launch.accesses[1]);
  EXPECT_EQ(store.vector_bytes, 16);  // 4 bytes off: one of two units is whole
  EXPECT_EQ(store.sectors, 2);
  EXPECT_EQ(store.pattern, "in a row, 4 bytes off a multiple of 16");
  EXPECT_EQ(traffic_of(launch, 1).written, 48);
  EXPECT_EQ(traffic_of(launch, 1).least, 48);
}

TEST(Trace, AMatrixIsCutIntoRows) {
  trace_argument x;
  x.array = true;
  x.element_size = 4;
  x.extents = {3, 5};
  x.strides = {8, 1};
  // A tile of 4 x 8 lanes at row 1, column 2: past the end of its rows, and of the matrix.
  std::vector<trace_run> runs;
  for (std::int64_t row = 1; row < 5; ++row) {
    runs.push_back({row * 8 + 2, 8, 1, row * 8 + 2});
  }
  const auto boxes = boxes_of(x, runs);
  std::int64_t inside = 0, outside = 0;
  for (const trace_box& box : boxes) {
    (box.outside ? outside : inside) += box.rows * box.columns;
  }
  EXPECT_EQ(inside, 2 * 3);
  EXPECT_EQ(outside, 4 * 8 - 2 * 3);
}

TEST(Trace, StridedLanesMoveASectorEach) {
  trace_argument x;
  x.element_size = 4;
  x.extents = {1024};
  x.strides = {1};
  trace_access access;
  access.argument = 0;
  access.active = 8;
  access.runs = {{0, 8, 100, 0}};
  const trace_cost cost = cost_of(x, access);
  EXPECT_EQ(cost.sectors, 8);
  EXPECT_EQ(cost.vector_percent(), 0);
  EXPECT_EQ(cost.pattern, "every 100 elements");
}

TEST(Trace, TheTerminalShowsWhoWasWhere) {
  EXPECT_EQ(
      to_terminal(launch_of(kAdd), -1),
      "Add, 2 programs, exercises/01_first/first.cpp:20\n"
      "  reads  x (12 elements)\n"
      "    |000000001111|!!\n"
      "    !! 4 lanes are outside of x\n"
      "  writes out (12 elements)\n"
      "    |000000001111|\n"
      "  A character is the number of the program that was there: 0-9, then a-z; * for several, "
      ". for none.\n"
      "  program (0), line  10: load   x[0..7]                  8 of 8 lanes, 100 % in 16-byte "
      "units\n"
      "  program (0), line  11: store  out[0..7]                8 of 8 lanes, 50 % in 16-byte "
      "units\n"
      "  112 bytes asked for; 112 bytes if every element were touched once (1.00 times)\n");
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

/// Clicks and keys as a reader would, one after another; what is wrong becomes the verdict.
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

TEST(Trace, AGridWithoutProgramsIsToldAndNotDrawn) {
  trace_launch launch = launch_of(kAdd);
  launch.grid[0] = 0;
  launch.accesses.clear();
  const std::string text = to_terminal(launch, -1);
  EXPECT_THAT(text, ::testing::HasSubstr("0 programs"));
  EXPECT_THAT(text, ::testing::HasSubstr("does its size round down to 0?"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

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
