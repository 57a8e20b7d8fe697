"""Writes a trained reader as the folder that the engine loads (packages/rule-engine/src/load/reader-files.ts)."""
import collections
import hashlib
import json
import pathlib

import torch

from corpus import ROOT, SITES, SOLD, TYPES
from encoder import WIDTH
from graph import activation_scales, write_graph

WINDOW_TOKENS_MAX = 250
# A sentence between many others is read as one of them: of pages the engine reads so many tokens at once.
WINDOW_TOKENS_AIM = 64
PIECES_KEPT = 46_000
CONTROLS = 4


def kept_pieces(base, tokenizer, texts):
    """Gives the ids of the pieces to keep: every single character, and the most frequent ones of our texts and packs."""
    counts = collections.Counter()
    for text in texts:
        counts.update(tokenizer.encode(text)[0])
        counts.update(tokenizer.encode(text.lower())[0])
    for file in sorted((ROOT / "packs").rglob("*.yaml")):
        counts.update(tokenizer.encode(file.read_text("utf8"))[0])
    kept = set(range(CONTROLS))
    kept |= {i for i, piece in enumerate(base.pieces) if len(piece.removeprefix("▁")) <= 1}
    for piece, _ in counts.most_common():
        if len(kept) >= PIECES_KEPT:
            break
        kept.add(piece)
    lost = sum(count for piece, count in counts.items() if piece not in kept) / counts.total()
    print(f"{len(kept)} pieces kept; {lost:.5f} of the tokens are cut otherwise")
    return sorted(kept)


def write_reader(encoder, heads, topics, base, kept, samples, settings, folder):
    """Writes graph, vocabulary, heads and manifest.

    `samples` are windows (ids of the base) by which activations are scaled, `settings` calibration and thresholds by site.
    """
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    encoder.word.weight = torch.nn.Parameter(encoder.word.weight[torch.tensor(kept)])
    place, unknown = {piece: at for at, piece in enumerate(kept)}, kept.index(base.unknown)
    scales = activation_scales(encoder.eval(), [[place.get(piece, unknown) for piece in ids] for ids in samples])
    write_graph(encoder, scales, folder / "model.onnx")
    vocabulary = "".join(f"{base.pieces[i]}\t{base.scores[i]:.5f}\n" for i in kept)
    (folder / "vocabulary.txt").write_text(vocabulary, "utf8")
    norm = {chr(code_point): read for code_point, read in base.norm.items()}
    (folder / "normalization.json").write_text(json.dumps(norm, ensure_ascii=False, indent=0) + "\n", "utf8")
    parts, listed = [], []
    types = heads["types.weight"], heads["types.bias"]
    count = len(TYPES)
    described = [
        ("made", TYPES, types[0][:count], types[1][:count]),
        ("mentioned", TYPES, types[0][count:], types[1][count:]),
        ("sold", SOLD, heads["sold.weight"], heads["sold.bias"]),
        ("carries", ["carries"], heads["carries.weight"], heads["carries.bias"]),
    ]
    for site in SITES:
        names = ["unlawful", *topics[site]]
        described.append((f"law.{site}", names, heads[f"law.{site}.weight"], heads[f"law.{site}.bias"]))
    for name, names, weights, bias in described:
        assert weights.shape == (len(names), WIDTH), name
        parts += [weights.numpy().astype("<f4").tobytes(), bias.numpy().astype("<f4").tobytes()]
        listed.append({"name": name, "names": list(names)})
    (folder / "heads.bin").write_bytes(b"".join(parts))
    files = ["model.onnx", "vocabulary.txt", "normalization.json", "heads.bin"]
    manifest = {
        "width": WIDTH,
        "begin": kept.index(base.begin),
        "end": kept.index(base.end),
        "controls": CONTROLS,
        "unknown": kept.index(base.unknown),
        "windowTokensAim": WINDOW_TOKENS_AIM,
        "windowTokensMax": WINDOW_TOKENS_MAX,
        "sites": settings,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files},
        "heads": listed,
    }
    (folder / "reader.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf8")
