"""The buttons below a trace show one program or one access, in a browser. Skipped without one."""

import re
import tempfile
import unittest
from pathlib import Path

from pages import browser

ROOT = Path(__file__).resolve().parent.parent.parent

# Presses buttons as a reader would, and writes what is shown and announced after each.
CLICKS = """<pre id="log"></pre><script>
window.addEventListener('load', () => {
  const lines = [];
  const note = () => lines.push(
    [...document.querySelectorAll('.access')]
      .filter(e => getComputedStyle(e).display !== 'none')
      .map(e => e.dataset.program + '.' + e.dataset.order).join(' ') + ' | ' +
    [...document.querySelectorAll('.kw-steps button')].map(b => b.disabled ? '-' : '+').join('') +
    ' | ' + document.querySelector('.kw-steps p').textContent);
  const press = words => {
    [...document.querySelectorAll('.kw-steps button')].find(b => b.textContent === words).click();
    note();
  };
  note();
  for (const words of ['next step', 'next step', 'next program', 'next step', 'previous step',
                       'previous program', 'all programs']) {
    press(words);
  }
  document.querySelector('.access[data-program="1"][data-order="2"]')
    .dispatchEvent(new MouseEvent('click', {bubbles: true}));
  note();
  document.getElementById('log').textContent = lines.join('\\n');
});
</script>"""


@unittest.skipUnless(browser.PROGRAM, "no browser")
class TraceSteps(unittest.TestCase):
    def test_steps(self):
        picture = (ROOT / "docs/images/trace_vector_add.svg").read_text(encoding="utf-8")
        theme = ROOT / "docs/theme"
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text(
                f"<style>{(theme / 'kernelwright.css').read_text()}</style>"
                f'<div class="contents">{picture}</div>'
                f"<script>{(theme / 'trace_steps.js').read_text()}</script>{CLICKS}",
                encoding="utf-8")
            shown = browser.page_after_scripts(page.as_uri())
            log = re.search(r'<pre id="log">(.*?)</pre>', shown, re.DOTALL)[1]
        lines = log.split("\n")
        self.assertEqual([line.split(" | ")[:2] for line in lines], [
            ["0.0 1.0 0.1 1.1 0.2 1.2", "--+-+"],  # everything
            ["0.0", "+-+++"],                      # the first step of program 0
            ["0.1", "+-+++"],
            ["1.0 1.1 1.2", "++--+"],              # program 1, which is the last one
            ["1.0", "++-++"],
            ["1.0 1.1 1.2", "++--+"],
            ["0.0 0.1 0.2", "+-+-+"],
            ["0.0 1.0 0.1 1.1 0.2 1.2", "--+-+"],
            ["1.2", "++-+-"],                      # a click in the picture: the last step
        ])
        self.assertIn("All 2 programs.", lines[0])
        self.assertIn("Step 1 of 3, program (0): reads x[0..1023], 1024 of 1024 lanes, "
                      "128 units of 32 bytes.", lines[1])
        self.assertIn("Program (1) touches memory 3 times.", lines[3])
