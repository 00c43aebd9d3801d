"""Sets the formulas of a page as mathematics, by KaTeX.

A page writes a formula in TeX, as GitHub reads it as well: a block in a fence named `math`, or
$`x`$ within a line. All formulas of all pages go through one run of Node.js.
"""

import json
import re
import subprocess
import sys

FORMULA = re.compile(r"^```math\n(?P<block>.*?)\n```$|\$`(?P<inline>[^`\n]+)`\$", re.M | re.S)

# Reads [{tex, display}, ...] and prints the HTML of each, with MathML for screen readers. A mistake
# in a formula ends it, and the message has the formula.
SET_ALL = """
const katex = require(process.argv[1]);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(formulas.map(({tex, display}) => {
  try {
    return katex.renderToString(tex, {displayMode: display, output: "htmlAndMathml", strict: "error"});
  } catch (error) {
    console.error(`${error.message}\\n  in the formula: ${tex}`);
    process.exit(1);
  }
})));
"""


def formulas_in(text):
    """The formulas of a page, each once: (tex, is it a block)."""
    return {(m["block"] or m["inline"], m["block"] is not None) for m in FORMULA.finditer(text)}


def as_html(formulas, node, katex):
    """A dictionary from each formula to its HTML."""
    formulas = sorted(formulas)
    questions = json.dumps([{"tex": tex, "display": display} for tex, display in formulas])
    run = subprocess.run([node, "-e", SET_ALL, katex], input=questions, text=True,
                         stdout=subprocess.PIPE)
    if run.returncode != 0:
        sys.exit("KaTeX cannot set a formula of a lesson's page. Its message is above.")
    return dict(zip(formulas, json.loads(run.stdout)))


def with_formulas(text, set_as):
    """A page with its formulas replaced by their HTML."""
    def replacement(match):
        display = match["block"] is not None
        tag = "div" if display else "span"
        formula = set_as[(match["block"] or match["inline"], display)]
        return f'\\htmlonly<{tag} class="kw-formula">{formula}</{tag}>\\endhtmlonly'
    return FORMULA.sub(replacement, text)
