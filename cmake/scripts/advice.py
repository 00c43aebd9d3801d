"""Finds the code that a message proposes, and puts it into the kernel, in all ways that are likely."""

import difflib
import re
from dataclasses import dataclass

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"[^\"]*\"|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|->|::|\S")
MEANT = re.compile(r"`([^`]+)`[^`]*`([^`]+)`,? (?:is|was) meant")
OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Proposal:
    """Code, and where it belongs: the lines that the message names, the nearest first."""
    code: str
    lines: tuple
    underlined: str = ""  # what a compiler's message underlines
    before: str = ""      # a statement that goes before the line
    of_compiler: bool = False


def without_layout(text):
    """Code without comments and spaces, to be compared."""
    return "".join(TOKEN.findall(re.sub(r"//.*", "", text)))


def difference(old, new):
    return "\n".join(line for line in difflib.unified_diff(old.splitlines(), new.splitlines(), n=0)
                     if not line.startswith(("---", "+++", "@@")))


# ---- What a message proposes -----------------------------------------------------------------------

def is_mechanical(code, kernel, lines):
    """Whether the code is new, complete, and more than a name or a sign."""
    if "..." in code or len(TOKEN.findall(code)) < 2 or not re.search(r"[A-Za-z]", code):
        return False
    if code in ("- 1", "+ 1"):
        return False
    source, wanted = kernel.splitlines(), TOKEN.findall(code)
    for line in lines:
        tokens = [token[0] for token in tokens_of(statement_at(source, line)[0])]
        for at in range(len(tokens) - len(wanted) + 1):
            after = tokens[at + len(wanted):at + len(wanted) + 1]
            if tokens[at:at + len(wanted)] == wanted and after not in (["*"], ["+"], ["-"]):
                return False
    return True


def of_compiler(text, name):
    """`Try: ...` of a compile error in words."""
    found = re.search(re.escape(name) + r":(\d+):(\d+): error", text)
    tried = re.search(r"^  Try: (.*)$", text, re.MULTILINE)
    if not found or not tried:
        return []
    shown = re.search(r"^ *\d* \| (.*)\n +\| ( *)([\^~]+)", text, re.MULTILINE)
    underlined = shown[1][len(shown[2]):][:len(shown[3])] if shown else ""
    return [Proposal(re.split(r" {3}", tried[1])[0], (int(found[1]),), underlined,
                     of_compiler=True)]


def blocks_of(text, name):
    """The findings of a run: (the line, the text in one line)."""
    for part in re.split(r"\n(?=\S+:\d+: Failure\n)", "\n" + text):
        kept = [line for line in part.splitlines() if not re.match(r" {4}\S|\S+: Failure$|Testing ", line)]
        words = " ".join(line.strip() for line in kept)
        at = re.findall(re.escape(name) + r":(\d+)", part)
        if at:
            yield int(at[-1]), words


def of_run(text, kernel, name):
    for line, words in blocks_of(text, name):
        words = re.sub(r"line (\d+) \(`[^`]*`\)", r"line \1", words)
        launches = tuple(number for number, row in enumerate(kernel.splitlines(), 1)
                         if "grid(" in row)
        for sentence in re.split(r"(?<=[.?]) (?=[A-Z`])", words):
            named = tuple(int(number) for number in re.findall(r"\bline (\d+)", sentence))
            meant = re.search(MEANT, sentence)
            if meant:
                named += tuple(number for number, row in enumerate(kernel.splitlines(), 1)
                               if meant[1] in row)
            lines = tuple(dict.fromkeys(
                named + (line,) + (launches if "grid" in sentence else ())))
            before = ""
            for code in codes_of(sentence):
                if code.endswith(";"):
                    before = code
                elif is_mechanical(code, kernel, lines):
                    yield Proposal(code, lines, before=before)


def codes_of(sentence):
    """The quoted code of a sentence, after what its verb says."""
    product = re.search(r"Multiply `([^`]+)` by [^`]*`([^`]+)`", sentence)
    if product:
        both = product[2] if product[1] in product[2] else f"{product[1]} * {product[2]}"
        return [both]
    meant = re.search(MEANT, sentence)
    if meant:
        return [meant[2]]
    sum_ = re.search(r"Add (\d+) to `([^`]+)`", sentence)
    if sum_:
        return [f"{sum_[2]} + {sum_[1]}"]
    return re.findall(r"`([^`]+)`", sentence)


def proposals(text, kernel, name):
    """All mechanical proposals of the first finding, or of the compiler's first message."""
    found = of_compiler(text, name)
    if found:
        return [p for p in found if "..." not in p.code]
    return list(dict.fromkeys(of_run(text, kernel, name)))


# ---- Putting it in ---------------------------------------------------------------------------------

def statement_at(source, line):
    """The statement that begins in a line, and the number of the line after it."""
    end = line
    text = source[line - 1]
    while end < len(source) and not re.search(r"[;{}]\s*(//.*)?$", source[end - 1]):
        end += 1
        text += "\n" + source[end - 1]
    return text, end + 1


def tokens_of(text):
    return [(t[0], t.start(), t.end()) for t in TOKEN.finditer(re.sub(
        r"//.*", lambda comment: " " * len(comment[0]), text))]


def balanced_spans(tokens, most):
    """All stretches of tokens in which every bracket has its partner."""
    for begin in range(len(tokens)):
        depth = 0
        for end in range(begin, min(len(tokens), begin + most)):
            depth += (tokens[end][0] in OPENING) - (tokens[end][0] in CLOSING)
            if depth < 0:
                break
            if depth == 0:
                yield begin, end


def similarity(ours, code):
    return difflib.SequenceMatcher(None, ours, code, autojunk=False).ratio()


def replaced(text, code, around=None):
    """(likeness, text) with the code in place of whatever part of the statement is like it, or of
    every part with the place `around` in it."""
    tokens, wanted = tokens_of(text), TOKEN.findall(code)
    declared = re.match(r"(\s*(?:auto|int|float)\s+\w+ = )[^;]*(;.*)$", text, re.DOTALL)
    if declared:
        yield 0.6, declared[1] + code + declared[2]
    for begin, end in balanced_spans(tokens, 2 * len(wanted) + 8):
        words = [token[0] for token in tokens[begin:end + 1]]
        like = similarity(words, wanted)
        if words[0] == wanted[0]:
            like += 0.3
        if words[-1] == wanted[-1]:
            like += 0.2
        if around is not None:
            if not tokens[begin][1] <= around < tokens[end][2]:
                continue
            like += 1
        if words != wanted and like > 0.3:
            yield like, text[:tokens[begin][1]] + code + text[tokens[end][2]:]


def masked(text, code):
    """(likeness, text) with the condition as mask of the loads and stores, or as a part of it."""
    if not re.search(r"<|>", re.sub(r"size<\w+>|axis<\w+>", "", code)):
        return
    for call in re.finditer(r"tl\.(load|store)\(", text):
        depth, commas = 1, []
        at = call.end()
        while at < len(text) and depth > 0:
            depth += (text[at] in OPENING) - (text[at] in CLOSING)
            if depth == 1 and text[at] == ",":
                commas.append(at)
            at += 1
        close, needed = at - 1, 0 if call[1] == "load" else 1
        if len(commas) == needed:
            yield 1.2, text[:close] + ", " + code + text[close:]
            continue
        begin = commas[needed] + 1
        end = commas[needed + 1] if len(commas) > needed + 1 else close
        old = text[begin:end].strip()
        yield 0.9, text[:begin] + f" ({old}) & ({code})" + text[end:]
        yield 0.8, text[:begin] + " " + code + text[end:]


def declarations(source, line):
    """The lines above that declare what a statement uses, and what these use."""
    used = set(re.findall(r"[A-Za-z_]\w*", statement_at(source, line)[0]))
    found = []
    for number in range(line - 1, 0, -1):
        names = re.findall(r"\b(?:auto|int|float)\s+(\w+)\s*=", source[number - 1])
        if used.intersection(names):
            found.append(number)
            used.update(re.findall(r"[A-Za-z_]\w*", statement_at(source, number)[0]))
    return found


def ways(kernel, proposal):
    """(likeness, kernel) for all ways to follow a proposal."""
    source = kernel.splitlines()
    if proposal.underlined.strip():
        row = source[proposal.lines[0] - 1]
        for place in re.finditer(re.escape(proposal.underlined), row):
            for code in (proposal.code, re.match(r"[^(]*", proposal.code)[0]):
                yield 3, put(source, proposal.lines[0], row[:place.start()] + code + row[place.end():])
            for like, changed in replaced(row, proposal.code, place.start()):
                yield like, put(source, proposal.lines[0], changed)
    if proposal.of_compiler:
        yield 2.5, put(source, proposal.lines[0], proposal.code)
    for rank, line in enumerate(proposal.lines):
        if line > len(source):
            continue
        targets = [line] + declarations(source, line)
        for far, target in enumerate(targets):
            text, after = statement_at(source, target)
            made = list(replaced(text, proposal.code)) + list(masked(text, proposal.code))
            for like, statement in made:
                above = proposal.before + "\n" if proposal.before else ""
                yield (like - 0.05 * rank - (0.2 if far else 0),
                       put(source, target, above + statement, after))


def put(source, line, text, after=None):
    return "\n".join(source[:line - 1] + [text] + source[(after or line + 1) - 1:]) + "\n"


def followed(kernel, all_proposals):
    """The kernels that one gets by following the proposals, the likeliest first."""
    best = {}
    for proposal in all_proposals:
        for like, changed in ways(kernel, proposal):
            best[changed] = max(like, best.get(changed, 0))
    return sorted(best, key=lambda changed: -best[changed])
