"""Reads a written reader (write.py) back into torch, so that training can go on from packs/reader itself."""
import json
import pathlib

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from corpus import SITES
from encoder import WIDTH


def read_reader(folder):
    """Gives what `Trainer.start` takes, `{"encoder", "heads", "topics"}`, of the reader in `folder`.

    The encoder lacks its vocabulary and positions, which training never changes: they are the base's. Products are as exact
    as the graph holds them, in 7 bits. Raises KeyError where the graph is not one of write.py.
    """
    folder = pathlib.Path(folder)
    values = {one.name: numpy_helper.to_array(one) for one in onnx.load(folder / "model.onnx").graph.initializer}
    encoder, number = {}, 0
    while f"layer{number}_qkv_w" in values:
        encoder |= {f"layers.{number}.{name}": value for name, value in _layer(values, number)}
        number += 1
    manifest = json.loads((folder / "reader.json").read_text("utf8"))
    heads, topics = _heads((folder / "heads.bin").read_bytes(), manifest["heads"])
    tensors = lambda found: {name: torch.from_numpy(np.array(value, np.float32)) for name, value in found.items()}
    return {"encoder": tensors(encoder), "heads": tensors(heads), "topics": topics}


def _layer(values, number):
    """Gives names and values of a layer's parameters as encoder.Layer calls them."""
    name = f"layer{number}"
    for own, written, part in (("q", "qkv", 0), ("k", "qkv", 1), ("v", "qkv", 2), ("o", "o", 0), ("i", "i", 0), ("f", "f", 0)):
        weights = values[f"{name}_{written}_w"].astype(np.float32) * values[f"{name}_{written}_ws"]
        bias = values[f"{name}_{written}_bias"]
        if written == "qkv":
            weights, bias = weights[:, part * WIDTH:(part + 1) * WIDTH], bias[part * WIDTH:(part + 1) * WIDTH]
        yield f"{own}.weight", weights.T
        yield f"{own}.bias", bias
    after = "hidden" if f"layer{number + 1}_qkv_w" not in values else f"described{number + 1}"
    for own, norm in (("a", f"{name}_middle"), ("b", after)):
        yield f"{own}.weight", values[f"{norm}_scale"]
        yield f"{own}.bias", values[f"{norm}_shift"]


def _heads(content, listed):
    """Gives the heads as train.Heads names them, and the topics of each site."""
    read, topics, at = {}, {}, 0
    for head in listed:
        count = len(head["names"])
        flat = np.frombuffer(content, "<f4", count * (WIDTH + 1), at)
        at += flat.nbytes
        read[head["name"]] = flat[:count * WIDTH].reshape(count, WIDTH), flat[count * WIDTH:]
        if head["name"].startswith("law."):
            topics[head["name"].split(".")[1]] = head["names"][1:]
    both = [np.concatenate([read["made"][part], read["mentioned"][part]]) for part in range(2)]
    heads = {"types.weight": both[0], "types.bias": both[1]}
    for name in ("sold", "carries", *(f"law.{site}" for site in SITES)):
        heads[f"{name}.weight"], heads[f"{name}.bias"] = read[name]
    return heads, topics
