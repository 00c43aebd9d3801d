"""Opens pages in a real browser, without a window."""

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# Opens one page after the other in a frame, and writes what a function returns for it at each width.
FRAMES = """<!doctype html><body><pre id="answers"></pre><script>
(async () => {
  const answers = {};
  for (const page of PAGES) {
    const frame = document.createElement("iframe");
    frame.width = WIDTHS[0];
    frame.height = 800;
    frame.style.border = 0;
    await new Promise((done) => { frame.onload = done; frame.src = page; document.body.append(frame); });
    await frame.contentDocument.fonts.ready;
    await new Promise((done) => setTimeout(done, 30));  // for the page's own scripts
    answers[page] = [];
    for (frame.width of WIDTHS) {
      answers[page].push(await (FUNCTION)(frame.contentDocument));
    }
    frame.remove();
  }
  document.getElementById("answers").textContent = JSON.stringify(answers);
})();
</script>
"""


def page_after_scripts(address, patience_ms=8000, more=()):
    """The HTML of a page when its scripts have run for that long."""
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             f"--virtual-time-budget={patience_ms}", *more, "--dump-dom", address],
            capture_output=True, text=True, timeout=200, check=True).stdout


def ask_pages(pages, widths, function):
    """What a function of JavaScript returns for the document of each page, at each width of the window.

    The function may be asynchronous. Its answers are values that JSON can hold.
    """
    addresses = {page.resolve().as_uri(): page for page in pages}
    text = FRAMES.replace("PAGES", json.dumps(list(addresses))).replace("WIDTHS", str(widths))
    with tempfile.TemporaryDirectory() as folder:
        frames = Path(folder, "frames.html")
        frames.write_text(text.replace("FUNCTION", function), encoding="utf-8")
        shown = page_after_scripts(frames.as_uri(), 2000 * len(addresses) + 20000,
                                   ["--allow-file-access-from-files"])
    answers = html.unescape(re.search(r'<pre id="answers">(.*?)</pre>', shown, re.S)[1])
    return {addresses[address]: answer for address, answer in json.loads(answers).items()}
