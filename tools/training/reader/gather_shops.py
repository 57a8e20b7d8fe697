"""Gathers copy of shops out of public repositories, for the training: texts whose hashes are in corpus/<site>/shops.tsv.

`python gather_shops.py --repositories FOLDER --out .redline/real-text`, where FOLDER holds clones named as in SOURCES and
shop_sources.tsv, or bare ones in FOLDER/<owner>+<name>/repo. Of the files of shop_sources.tsv (site, repository, commit,
path) all fields and all pieces of the page are tried. Nothing of it is committed.
"""
import argparse
import hashlib
import html
import json
import pathlib
import re
import subprocess

# What is read: repository, commit, site, how its files hold their texts, files.
SOURCES = [
    ("linlinjava/litemall", "a1ef964a718b7277925b19ea26afe78ea3a1d325", "main", "litemall", ["litemall-db/sql/litemall_data.sql"]),
    ("newbee-ltd/newbee-mall", "a069069b07027613bf0e7f571736be86f431faee", "main", "strings",
     ["src/main/resources/newbee_mall_schema.sql"]),
    ("749106618/yqzj", "14d3e66b7f4e5e8b0d96c1e0815948d3262bb1ff", "main", "strings", ["goods.json"]),
    ("riyaz3036/NexStore", "c9e8251bc7b9e1821ae1e73f9490fe1dff3c4b6f", "us", "descriptions", []),
    ("glyphx/mmm", "7301586f3c35602280c9033d4776a1a2188a4d05", "us", "bullets", ["README.md"]),
]
LENGTHS = range(8, 3001)
FOLDER = pathlib.Path(__file__).resolve().parent
CORPUS = FOLDER.parents[2] / "corpus"
# What parts the fields of a file of any kind: quotes, tags, lines, commas. Of all of them those are kept that the table knows.
_CUTS = [re.compile(cut) for cut in (
    r'(?<!\\)"', r"(?<!\\)'(?!')(?<!'')|(?<=[,(]\s)'|(?<=[,(])'|(?<!\\)'", r"(?<!\\)'", "`", "[<>]", "\n", r"[,\t|\n]",
    "\n|[:=] +", "[\n'\"]", r",\s*'|'\s*,|'\)|\('",
)]
# A name and a description may have so many other fields between them.
_APART = 16
_STRING = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|>([^<>\n]+)<")
_SEVEN_CHINESE = re.compile("(?:[\u4e00-\u9fff].*){7}")
# A line of copy has two words, or four characters of Chinese.
_SHOWN = re.compile(r"[^\W\d_]{2,}\W+[^\W\d_]{2,}|[\u4e00-\u9fff]{4}")
_NO_COPY = re.compile(r"https?:|[{}]|COMMENT|function|\.(jpg|png)")
_TABLES = ("INSERT INTO `litemall_comment`", "INSERT INTO `litemall_issue`", "INSERT INTO `litemall_topic`", "INSERT INTO `litemall_brand`")
_GOODS = re.compile(
    r"\((\d+),'((?:[^'\\]|\\.)*)','((?:[^'\\]|\\.)*)',(?:\d+|'(?:[^'\\]|\\.)*'),(?:\d+|'(?:[^'\\]|\\.)*'),"
    r"'((?:[^'\\]|\\.)*)','((?:[^'\\]|\\.)*)','((?:[^'\\]|\\.)*)'"
)


def clean(text):
    """Gives a text as people see it, without escapes and marks of HTML."""
    for written, meant in (("\\r\\n", "\n"), ("\\n", "\n"), ("\\r", "\n"), ("\\'", "'"), ('\\"', '"')):
        text = text.replace(written, meant)
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
    text = re.sub(r"<br\s*/?>|</p>|</li>", "\n", text)
    return re.sub(r"\n\s*\n+", "\n", html.unescape(re.sub(r"<[^>]*>", "", text))).strip()


def strings(content):
    """Gives quoted strings and text between tags that hold a phrase of Chinese."""
    for found in _STRING.finditer(content):
        text = clean(found[1] or found[2] or found[3] or "")
        if _SEVEN_CHINESE.search(text) and not _NO_COPY.search(text) and len(text) < 1500:
            yield text


def litemall(content):
    """Gives names and descriptions of goods together, then what customers and editors wrote."""
    for line in content.split("\n"):
        if line.startswith(("INSERT INTO `litemall_goods` ", "INSERT INTO `litemall_topic`")):
            for goods in _GOODS.finditer(line):
                parts = [part for part in (goods[3], goods[5], goods[6]) if re.search("[\u4e00-\u9fff]{3}", part)]
                yield "\n".join(part for part in parts if not part.startswith("["))
        if line.startswith(_TABLES):
            for quoted in re.finditer(r"'((?:[^'\\\n]|\\.)*)'", line):
                if _SEVEN_CHINESE.search(clean(quoted[1])):
                    yield quoted[1]


def descriptions(content):
    for found in re.finditer(r'"?description"?:\s*"((?:[^"\\]|\\.)*)"', content):
        yield found[1]


def bullets(content):
    for found in re.finditer(r"^\s*- ((?!\*\*).{30,})$", content, re.M):
        yield found[1]


def fields(content):
    """Gives every field of a file, and every two that lie near each other, one per line."""
    for cut in _CUTS:
        before = []
        for part in cut.split(content):
            text = clean(part.replace("''", "'")) if len(part) <= 3500 else ""
            if text:
                yield text
                yield from (f"{earlier}\n{text}" for earlier in before)
                before = [*before, text][-_APART:]


def blocks(content):
    """Gives what a page shows, in pieces of neighbouring lines: some 600 characters each, 250 of Chinese."""
    shown = re.sub(r"(?is)<(script|style|svg|head|nav)\b.*?</\1>|<!--.*?-->|```.*?```|^---\n.*?\n---$", "\n", content, flags=re.M)
    shown = re.sub(r"!?\[([^\]\n]*)\]\([^)\n]*\)", r"\1", shown)
    shown = clean(re.sub(r"(?i)</?(p|div|li|ul|ol|h\d|br|tr|td|th|section|article|header|footer|main|table|button)\b[^>]*>", "\n", shown))
    piece, length = [], 0
    for line in shown.split("\n"):
        line = re.sub(r"\s+", " ", re.sub(r"^[\s#>*|+-]+|[*_`]{2,}", "", line)).strip()
        if not _SHOWN.search(line) or _NO_COPY.search(line):
            continue
        piece.append(line)
        length += len(line) + len(re.findall("[\u4e00-\u9fff]", line)) * 1.4
        if length >= 600:
            yield "\n".join(piece)
            piece, length = [], 0
    if piece:
        yield "\n".join(piece)


def sources():
    """Gives (repository, commit, site, how its files hold their texts, files)."""
    yield from SOURCES
    for line in (FOLDER / "shop_sources.tsv").read_text("utf8").split("\n"):
        if line:
            site, repository, commit, path = line.split("\t")
            yield repository, commit, site, "fields", [path]


def known(site):
    """Gives the hashes that corpus/<site>/shops.tsv holds."""
    return {line.split("\t")[1] for line in (CORPUS / site / "shops.tsv").read_text("utf8").split("\n") if line}


HOW = {"strings": strings, "litemall": litemall, "descriptions": descriptions, "bullets": bullets}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--repositories", required=True, type=pathlib.Path)
    options.add_argument("--out", required=True, type=pathlib.Path, help="folder of gathered text, .redline/real-text")
    arguments = options.parse_args()
    missing, found, tables = set(), {}, {site: known(site) for site in ("us", "id", "main")}
    for repository, commit, site, how, files in sources():
        bare = arguments.repositories / repository.replace("/", "+") / "repo"
        folder = bare if bare.exists() else arguments.repositories / repository
        if not folder.exists():
            missing.add(repository)
            continue
        git = lambda *words: subprocess.run(["git", "-C", folder, *words], stdout=subprocess.PIPE, check=True).stdout.decode("utf8", "replace")
        if not files:
            files = [name for name in git("ls-tree", "-r", "--name-only", commit).split("\n") if re.search(r"(?i)(data|seed)[^/]*/?.*\.(js|json)$", name)]
        for file in files:
            try:
                content = git("show", f"{commit}:{file}")
            except subprocess.CalledProcessError:
                missing.add(f"{repository}:{file}")
                continue
            for text in [*fields(content), *blocks(content)] if how == "fields" else map(clean, HOW[how](content)):
                hashed = hashlib.sha256(text.encode("utf8")).hexdigest()
                if len(text) in LENGTHS and hashed in tables[site]:
                    found.setdefault((site, hashed), (repository, text))
    print(len(missing), "repositories or files are not there:", *sorted(missing))
    for site, table in tables.items():
        (arguments.out / site).mkdir(parents=True, exist_ok=True)
        with open(arguments.out / site / "shops.jsonl", "w", encoding="utf8") as file:
            for (of, hashed), (repository, text) in found.items():
                if of == site:
                    record = {"id": hashed[:16], "source": f"github:{repository}", "kind": "marketing", "text": text}
                    file.write(json.dumps(record, ensure_ascii=False) + "\n")
        print(site, sum(of == site for of, _ in found), "of", len(table), "texts; the others are of packages (`eval -- gather`) or were not found")


if __name__ == "__main__":
    main()
