"""Adds labelled copy of real businesses to corpus/<site>/shops.tsv and shop_sources.tsv, by source and hash alone.

`python label_shops.py --site us FOLDER…`, where each folder holds texts.jsonl (`repo`, `commit`, `path`, `text`, cut by
gather_shops.py) and labels.jsonl (`sha`, `unlawful` and `arguable` with `quote` and `topic`). Of three in ten repositories,
chosen by the hash of their names, nothing is added: they measure what was trained.
"""
import argparse
import hashlib
import json
import pathlib

from gather_shops import CORPUS, FOLDER, known

HELD_OUT, OF = 3, 10


def is_held_out(repository):
    """Tells whether a repository is kept for measuring."""
    return int(hashlib.sha256(repository.encode("utf8")).hexdigest(), 16) % OF < HELD_OUT


def row(record, label):
    """Gives the row of a text in shops.tsv: places are code points, arguable ones count as unjudged."""
    place = lambda quote: (at := record["text"].index(quote), at + len(quote))
    written = lambda one: "{}-{}".format(*place(one["quote"]))
    unjudged = ",".join(written(one) for one in label["arguable"]) or "-"
    unlawful = ";".join(f"{written(one)}:{one['topic']}" for one in label["unlawful"]) or "-"
    return f"github:{record['repo']}\t{label['sha']}\t{unjudged}\t-\t{unlawful}"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--site", required=True, choices=["us", "id", "main"])
    options.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = options.parse_args()
    lines = lambda path: [json.loads(line) for line in path.read_text("utf8").split("\n") if line]
    table, sources = CORPUS / arguments.site / "shops.tsv", FOLDER / "shop_sources.tsv"
    rows, listed, seen = [], set(sources.read_text("utf8").split("\n")) - {""}, known(arguments.site)
    for folder in arguments.folders:
        texts = {record["sha"]: record for record in lines(folder / "texts.jsonl")}
        for label in lines(folder / "labels.jsonl"):
            record = texts[label["sha"]]
            if label["sha"] in seen or is_held_out(record["repo"]):
                continue
            seen.add(label["sha"])
            rows.append(row(record, label))
            listed.add("\t".join([arguments.site, record["repo"], record["commit"], record["path"]]))
    table.write_text(table.read_text("utf8").rstrip("\n") + "".join(f"\n{one}" for one in rows) + "\n", "utf8")
    sources.write_text("".join(f"{one}\n" for one in sorted(listed)), "utf8")
    print(arguments.site, len(rows), "texts added")


if __name__ == "__main__":
    main()
