"""Labelled texts out of the repository: passages, whole texts, marked texts, cases, and neutral text by source and hash."""
import dataclasses
import functools
import hashlib
import json
import pathlib
import re
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITES = {"us": "en", "id": "id", "main": "zh"}
_LIST = yaml.safe_load((ROOT / "packs/claim-types.yaml").read_text("utf8"))
TYPES = [name for group in _LIST["groups"].values() for name in group]
SOLD = _LIST["sold"]

# Claims that manuals and descriptions of software do make now and then; of the others a neutral text makes none.
MADE_IN_NEUTRAL = {
    "performance", "origin_or_material", "free_or_gift", "best_of_all", "contact_elsewhere", "names_other_platform",
    "better_than_named", "certified_by", "scientific_proof", "free_from", "patent_or_award", "rank_or_share",
    "engagement_demand", "reader_trait", "warranty_or_return", "unsafe_use",
}

# What no ordinary shop claims. The other claims of a shop's text are unknown where nobody labelled them.
NEVER_IN_SHOPS = {
    "treats_disease", "prevents_disease", "infection_protection", "replaces_medicine", "weight_change", "sexual_function",
    "growth_of_children", "guaranteed_result", "safe_absolute", "authority_backs", "paid_not_told", "income",
    "return_or_principal", "loan_or_credit", "pyramid", "gambling", "currency_or_documents", "planned_as_present",
    "review_for_reward", "suppress_reviews", "fake_numbers", "clickbait", "group_insult", "obscene", "bad_values", "superstition",
    "offers_counterfeit", "offers_prescription_medicine", "offers_abortion_drug", "offers_narcotic", "offers_weapon",
    "offers_wildlife", "offers_personal_data", "offers_adult_service", "offers_unsafe_or_recalled",
}


@dataclasses.dataclass
class Sentence:
    """`made` and `mentioned` are None where nobody labelled the claims; `unlawful` and `topic` are of the site's law."""

    text: str
    made: set | None = None
    mentioned: set | None = None
    unlawful: bool | None = None
    topic: str | None = None
    # Places, in code points, of the words that carry its claims.
    carriers: list = dataclasses.field(default_factory=list)
    is_of_shop: bool = False


@dataclasses.dataclass
class Text:
    site: str
    # Texts of one source have one author: a source is held out as a whole.
    source: str
    kind: str
    sentences: list
    sold: str | None = None


def passages(site):
    """Reads corpus/<site>/*.tsv and sellers/*.tsv; corpus/README.md says what its columns hold."""
    for file in sorted((ROOT / "corpus" / site).rglob("*.tsv")):
        if file.name in ("neutral.tsv", "shops.tsv"):
            continue
        source = f"{site}/{file.relative_to(ROOT / 'corpus' / site)}"
        for block in re.split(r"\n\s*\n", file.read_text("utf8").strip("\n")):
            rows = [line.split("\t") for line in block.split("\n") if line.strip()]
            sold = next((row[6] for row in rows if len(row) > 6), None)
            if rows:
                yield Text(site, source, "passage", [_row(row) for row in rows], sold)


def _row(row):
    sentence = Sentence(row[2], unlawful=row[0] != "ok", topic=None if row[1] == "-" else row[1])
    if len(row) > 5:
        sentence.made, sentence.mentioned = _names(row[4]), _names(row[5])
    elif row[0] == "ok" and row[1] == "-":
        sentence.made, sentence.mentioned = set(), set()
    return sentence


def _names(column):
    return set() if column == "-" else set(column.split(","))


def quoted_texts(site):
    """Reads corpus/<site>/texts/*.jsonl: whole texts whose violations are quoted."""
    found = [
        (f"{site}/texts/{file.name}", json.loads(line))
        for file in sorted((ROOT / "corpus" / site / "texts").glob("*.jsonl"))
        for line in file.read_text("utf8").split("\n")
        if line.strip()
    ]
    for (source, record), sentences in zip(found, split(site, [record["text"] for _, record in found])):
        text = Text(site, source, "text", [Sentence(part, unlawful=False) for part in sentences])
        for violation in record["violations"]:
            start = record["text"].find(violation["quote"])
            if start >= 0:
                _mark(text, start, start + len(violation["quote"]), None, None, violation["topic"])
        yield text


_MARK = re.compile(r"\{\{([^{}|]*)\|([^{}|]*)\|([^{}|]*)\}\}")


def marked_texts(site):
    """Reads corpus/<site>/marked/*.txt: whole texts with all their claims marked."""
    found = []
    for file in sorted((ROOT / "corpus" / site / "marked").glob("*.txt")):
        for line in file.read_text("utf8").split("\n"):
            if not line.strip():
                continue
            sold, source = line.split("\t")
            source = source.replace("\\n", "\n")
            plain, claims, at = "", [], 0
            for match in _MARK.finditer(source):
                plain += source[at:match.start()]
                claims.append((len(plain), len(plain) + len(match[1]), match[2], match[3].strip()))
                plain, at = plain + match[1], match.end()
            found.append((f"{site}/marked/{file.name}", sold, plain + source[at:], claims))
    for (source, sold, _, claims), sentences in zip(found, split(site, [plain for _, _, plain, _ in found])):
        parts = [Sentence(part, made=set(), mentioned=set(), unlawful=False) for part in sentences]
        text = Text(site, source, "marked", parts, sold)
        for start, end, types, topic in claims:
            names = [name.strip() for name in types.split(",")]
            made = {name for name in names if not name.startswith("~")}
            mentioned = {name[1:] for name in names if name.startswith("~")}
            _mark(text, start, end, made, mentioned, None if topic == "-" else topic)
        for part in parts:
            part.mentioned -= part.made
        yield text


def _mark(text, start, end, made, mentioned, topic):
    """Labels the sentences that hold a good part of the words from `start` to `end`."""
    at, places = 0, []
    for sentence in text.sentences:
        places.append((max(start, at) - at, min(end, at + len(sentence.text)) - at))
        at += len(sentence.text)
    widest = max(last - first for first, last in places)
    for sentence, (first, last) in zip(text.sentences, places):
        if last <= first or (last - first < widest and last - first < .4 * (end - start)):
            continue
        if made is not None:
            sentence.made = (sentence.made or set()) | made
            sentence.mentioned = (sentence.mentioned or set()) | mentioned
        if topic is not None:
            sentence.unlawful, sentence.topic = True, topic
        if made is None or made:
            sentence.carriers.append((first, last))


def cases(site):
    """Reads the cases of a site that neither measure nor develop: what is quoted is unlawful, and of the claims only those are known."""
    ids = set(_lines_of(["npm", "run", "-s", "eval", "--", "cases", "--ids", "--split", "train", "--site", site]))
    found = [
        record
        for name in ("violating", "lawful")
        for line in (ROOT / "corpus" / site / "cases" / f"{name}.jsonl").read_text("utf8").split("\n")
        if line and (record := json.loads(line))["id"] in ids
    ]
    for record, sentences in zip(found, split(site, [record["text"] for record in found])):
        text = Text(site, f"{site}/cases", "case", [Sentence(part, unlawful=False) for part in sentences], record["sold"])
        for span in record["spans"]:
            start = record["text"].find(span["quote"])
            if start >= 0:
                made = {name for name in span["types"] if name in TYPES}
                _mark(text, start, start + len(span["quote"]), made, set(), span["topic"])
        yield text


def examples(site):
    """Reads the examples of the site's rules and policy that are one sentence: found ones are unlawful, the others lawful."""
    found = _examples()
    found = [record for record in found if record["site"] == site]
    for record, sentences in zip(found, split(site, [record["text"] for record in found])):
        if len(sentences) > 1:
            continue
        sentence = Sentence(record["text"], unlawful=record["hit"], topic=record["topic"] if record["hit"] else None)
        yield Text(site, f"{site}/examples", "example", [sentence])


def policy_examples(site):
    """Reads the examples of the rows of packs/<site>/policy: what is found is one sentence, what is lawful may be several."""
    found = []
    for file in sorted((ROOT / "packs" / site / "policy").glob("*.yaml")):
        for row in yaml.safe_load(file.read_text("utf8"))["rows"]:
            is_lawful = row["outcome"] == "lawful"
            claims = set(row["claims"]) if len(row["claims"]) == 1 else None
            sold = row["sold"][0] if len(row.get("sold", [])) == 1 else None
            found += [(_words(text), is_lawful, claims, sold, row) for text in row["hit"]]
            found += [(_words(text), True, None, None, row) for text in row["miss"] if not is_lawful]
    for (text, is_lawful, claims, sold, row), sentences in zip(found, split(site, [text for text, *_ in found])):
        if len(sentences) > 1:
            claims = None
        if is_lawful or len(sentences) == 1:
            topic = None if is_lawful else row["topic"]
            parts = [Sentence(part, claims, None if claims is None else set(), not is_lawful, topic) for part in sentences]
            yield Text(site, f"{site}/policy", "case", parts, sold)


def _words(example):
    return example if isinstance(example, str) else example["text"]


@functools.cache
def _examples():
    program = ROOT / "tools/training/src/list-examples.ts"
    return [json.loads(line) for line in _lines_of([ROOT / "node_modules/.bin/node", program])]


def _lines_of(command):
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT).stdout.decode()
    return [line for line in out.split("\n") if line]


def neutral_texts(site, folder):
    """Reads gathered neutral text that corpus/<site>/neutral.tsv names, from `folder`/<site>/*.jsonl (`eval -- gather`)."""
    found = _gathered(site, folder, "neutral.tsv")
    for (source, _, _), sentences in zip(found, split(site, [text for _, text, _ in found])):
        yield Text(site, f"neutral/{source}", "neutral", [Sentence(part, unlawful=False) for part in sentences])


def shop_texts(site, folder):
    """Reads gathered copy of shops that corpus/<site>/shops.tsv names: lawful, but for places that a reader held for unlawful
    and places that nobody judged; of some places the claims are known."""
    found = _gathered(site, folder, "shops.tsv")
    for (source, _, row), sentences in zip(found, split(site, [text for _, text, _ in found])):
        unjudged = [_place(place) for place in row[2].split(",") if place != "-"]
        claims = [part.rsplit(":", 1) for part in row[3].split(";")] if len(row) > 3 and row[3] != "-" else []
        claims = [(_place(place), [name for name in names.split(",") if name]) for place, names in claims]
        unlawful = [part.split(":") for part in row[4].split(";")] if len(row) > 4 and row[4] != "-" else []
        parts, at = [], 0
        for sentence in sentences:
            end = at + len(sentence)
            touches = lambda place: at < place[1] and place[0] < end
            part = Sentence(sentence, unlawful=None if any(map(touches, unjudged)) else False, is_of_shop=True)
            for names in (names for place, names in claims if touches(place)):
                part.made = (part.made or set()) | {name for name in names if not name.startswith("~")}
                part.mentioned = (part.mentioned or set()) | {name[1:] for name in names if name.startswith("~")}
            parts.append(part)
            at = end
        text = Text(site, f"shop/{source}", "shop", parts)
        for place, topic in unlawful:
            _mark(text, *_place(place), None, None, topic)
        yield text


def _place(written):
    first, last = written.split("-")
    return int(first), int(last)


def _gathered(site, folder, table):
    """Gives (source, text, row of the table) of the gathered texts whose hash is in the table."""
    lines = (ROOT / "corpus" / site / table).read_text("utf8").split("\n")
    rows = {row[1]: row for line in lines if line and (row := line.split("\t"))}
    found = {}
    for file in sorted(pathlib.Path(folder, site).glob("*.jsonl")):
        for line in file.read_text("utf8").split("\n"):
            if line and (hashed := sha256((record := json.loads(line))["text"])) in rows:
                found[hashed] = record["source"], record["text"], rows[hashed]
    return list(found.values())


def sha256(text):
    return hashlib.sha256(text.encode("utf8")).hexdigest()


def split(site, texts):
    """Cuts texts into sentences as the engine does; the sentences of a text, joined, are the text."""
    lines = "\n".join(json.dumps({"language": SITES[site], "text": text}) for text in texts)
    node = ROOT / "node_modules/.bin/node"
    program = ROOT / "tools/training/src/split-sentences.ts"
    out = subprocess.run([node, program], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout
    for text, line in zip(texts, out.decode().split("\n")):
        starts = json.loads(line) or [0]
        yield [text[first:last] for first, last in zip(starts, [*starts[1:], len(text)])]
