"""Windows of tokens with their targets, out of labelled texts."""
import collections
import dataclasses
import math
import random

import numpy as np

from corpus import MADE_IN_NEUTRAL, NEVER_IN_SHOPS, SITES, TYPES, Text
from write import WINDOW_TOKENS_AIM, WINDOW_TOKENS_MAX

NUMBER = {name: at for at, name in enumerate(TYPES)}
# A violating sentence that nobody has labelled makes a claim with the frequency with which those of its topic do.
WEAK_FROM, WEAK_WEIGHT, RARE_UP_TO, RARE_WEIGHT, LABELLED_MIN = .6, .7, .02, .5, 8
# Passages that get stray lawful sentences of others, so that a claim does not colour what stands around it.
STRAY_SHARE, SHUFFLED_SHARE, CUT_SHARE, KEPT_SHARE = .4, .15, .35, .7
# Texts of which a sentence is read by itself as well: the engine asks what it says without its neighbours.
ALONE_SHARE = .3
# Of the neutral texts, which are many, and of those that pages are made of, so much is read by itself in a pass.
READ_SHARE = {"neutral": .35, "shop": .8}
# Copy of shops of which a reader found something unlawful is rare, and read so often in a pass.
UNLAWFUL_SHOP_TIMES = 4
# What agencies forbid is what the reader is for, and there is more of everything else.
CASE_TIMES = 2
# Texts of which a pass reads more at once than the engine does: then the size of windows can be changed without training.
WIDE_SHARE, WIDE_TOKENS = .25, 140
# Texts of shops that are put together into pages, with a text that violates in some of them: a page of lawful copy is
# lawful, and one claim in it does not colour the rest.
PAGE_TEXTS, PAGE_VIOLATES_SHARE, SHOP_ABSENT_WEIGHT = range(3, 9), .35, .3
# Quotes of a case name what is unlawful, not all that is claimed.
CASE_ABSENT_WEIGHT = .15


@dataclasses.dataclass
class Window:
    text: object
    sentences: list
    ids: list
    # [start, end) of each sentence in `ids`.
    ranges: list
    # For each sentence 1 and 0 by token, or None where its carriers are unknown.
    carriers: list
    targets: list
    described: object = None


class Targets:
    """What is to be predicted of a sentence: claims made, claims mentioned, and how much each counts."""

    def __init__(self, texts):
        self._topics = collections.defaultdict(lambda: [0, collections.Counter()])
        for text in texts:
            for sentence in text.sentences:
                if text.kind == "passage" and sentence.unlawful and sentence.made is not None:
                    seen = self._topics[text.site, sentence.topic]
                    seen[0] += 1
                    seen[1].update(sentence.made)

    def of(self, text, sentence):
        made, mentioned, weight = np.zeros((3, len(TYPES)), np.float32)
        if sentence.made is not None:
            made[[NUMBER[name] for name in sentence.made]] = 1
            mentioned[[NUMBER[name] for name in sentence.mentioned]] = 1
            weight[:] = CASE_ABSENT_WEIGHT if text.kind == "case" else 1
            weight[made == 1] = 1
        elif text.kind == "neutral":
            weight[[NUMBER[name] for name in TYPES if name not in MADE_IN_NEUTRAL]] = .5
        elif sentence.is_of_shop and not sentence.unlawful:
            weight[[NUMBER[name] for name in NEVER_IN_SHOPS]] = SHOP_ABSENT_WEIGHT if sentence.unlawful is False else 0
        elif sentence.unlawful:
            total, counts = self._topics[text.site, sentence.topic]
            for at, name in enumerate(TYPES):
                share = counts[name] / max(1, total)
                if total >= LABELLED_MIN and share >= WEAK_FROM:
                    made[at], weight[at] = share, WEAK_WEIGHT
                elif total >= LABELLED_MIN and share <= RARE_UP_TO:
                    weight[at] = RARE_WEIGHT
        return made, mentioned, weight


def cut(text, sentences, join, tokenizer, targets, tokens_aim=WINDOW_TOKENS_AIM):
    """Gives the windows of whole sentences as the engine cuts them (reader/windows.ts): the text is read as a whole first."""
    ids, places = tokenizer.encode("".join(sentence.text + join for sentence in sentences))
    edges, starts, at, token = [], [], 0, 0
    for sentence in sentences:
        while token < len(places) and places[token][0] < at:
            token += 1
        edges.append(token)
        starts.append(at)
        at += len(sentence.text) + len(join)
    edges.append(len(ids))
    windows, first, held, part = [], 0, [], 0
    share = len(ids) / max(1, math.floor(len(ids) / tokens_aim + .5))

    def close(last):
        nonlocal first, held
        if last > first and held:
            windows.append(_window(text, held, ids[first:last], places[first:last], targets))
        first, held = last, []

    for number, sentence in enumerate(sentences):
        start, end = edges[number], edges[number + 1]
        own = int((start + end) / 2 / share) if share else 0
        if own != part or end - first > WINDOW_TOKENS_MAX:
            close(start)
        part = own
        while end - start > WINDOW_TOKENS_MAX:
            held.append((sentence, starts[number], 0, WINDOW_TOKENS_MAX))
            close(start + WINDOW_TOKENS_MAX)
            start += WINDOW_TOKENS_MAX
        if end > start:
            held.append((sentence, starts[number], start - first, end - first))
    close(len(ids))
    return windows


def _window(text, held, ids, places, targets):
    carriers = []
    for sentence, begun, first, last in held:
        known = sentence.carriers and (sentence.unlawful or sentence.made)
        inside = lambda a, b: any(a - begun < end and b - begun > start for start, end in sentence.carriers)
        carriers.append([float(inside(a, b)) for a, b in places[first:last]] if known else None)
    sentences = [sentence for sentence, *_ in held]
    ranges = [(first + 1, last + 1) for _, _, first, last in held]
    return Window(text, sentences, [0, *ids, 2], ranges, carriers, [targets.of(text, sentence) for sentence in sentences])


def compose(texts, tokenizer, targets, seed):
    """Gives windows of all texts for one pass, with sentences left out, shuffled and mixed in at random."""
    chance = random.Random(seed)
    stray = {
        site: [
            sentence for text in texts if text.site == site for sentence in text.sentences
            if sentence.unlawful is False and (sentence.is_of_shop if sentence.made is None else not sentence.made)
        ]
        for site in SITES
    }
    windows = []
    for text in [text for text in texts for _ in range(_times(text))]:
        if not _is_unlawful_shop(text) and chance.random() > READ_SHARE.get(text.kind, 1):
            continue
        sentences, join = list(text.sentences), ""
        if text.kind == "passage":
            if len(sentences) > 1 and chance.random() < CUT_SHARE:
                sentences = [one for one in sentences if chance.random() < KEPT_SHARE] or sentences
            if chance.random() < STRAY_SHARE and stray[text.site]:
                for _ in range(chance.randrange(1, 4)):
                    sentences.insert(chance.randrange(len(sentences) + 1), chance.choice(stray[text.site]))
            if chance.random() < SHUFFLED_SHARE:
                chance.shuffle(sentences)
            join = chance.choice(["\n", "", "。", " "] if text.site == "main" else ["\n", " "])
        elif len(sentences) > 2 and chance.random() < .25:
            first = chance.randrange(len(sentences))
            sentences = sentences[first:chance.randrange(first, len(sentences)) + 1]
        tokens_aim = WIDE_TOKENS if chance.random() < WIDE_SHARE else WINDOW_TOKENS_AIM
        windows += cut(text, sentences, join, tokenizer, targets, tokens_aim)
        if len(sentences) > 1 and chance.random() < ALONE_SHARE:
            windows += cut(text, [chance.choice(sentences)], "", tokenizer, targets)
    for page in _pages(texts, chance):
        windows += cut(page, page.sentences, "", tokenizer, targets)
    return windows


def _times(text):
    if _is_unlawful_shop(text):
        return UNLAWFUL_SHOP_TIMES
    return CASE_TIMES if text.kind == "case" else 1


def _is_unlawful_shop(text):
    return text.kind == "shop" and any(sentence.unlawful for sentence in text.sentences)


def _pages(texts, chance):
    """Gives texts of shops put together, each once, with a labelled text that violates among some of them."""
    for site in SITES:
        shops = [text for text in texts if text.site == site and text.kind == "shop"]
        violating = [
            text for text in texts
            if text.site == site and text.kind in ("passage", "marked") and any(sentence.unlawful for sentence in text.sentences)
        ]
        chance.shuffle(shops)
        while shops:
            count = chance.choice(PAGE_TEXTS)
            parts, shops = shops[:count], shops[count:]
            if chance.random() < PAGE_VIOLATES_SHARE:
                parts.insert(chance.randrange(len(parts) + 1), chance.choice(violating))
            yield Text(site, "pages", "page", [sentence for part in parts for sentence in _lines(part)])


def _lines(text):
    """Gives a text's sentences as they stand on a page: a passage line by line, another as it is and a new line behind it."""
    ended = [sentence if text.kind != "passage" else dataclasses.replace(sentence, text=sentence.text + "\n") for sentence in text.sentences]
    return [*ended[:-1], dataclasses.replace(ended[-1], text=ended[-1].text.rstrip("\n") + "\n")] if ended else []


def batches(windows, tokens_max, chance=None):
    """Gives lists of windows of like length; shuffled where there is chance."""
    order = sorted(windows, key=lambda window: len(window.ids) + (chance.random() * 8 if chance else 0))
    found, open_ = [], []
    for window in order:
        if open_ and (len(open_) + 1) * len(window.ids) > tokens_max:
            found.append(open_)
            open_ = []
        open_.append(window)
    found.append(open_)
    if chance:
        chance.shuffle(found)
    return found
