"""Measures the probabilities of a written reader on the graph that is deployed, with texts that it was not trained on."""
import json
import pathlib

import numpy as np
import onnxruntime

from corpus import SITES

# Chosen on the development sets, cases and copy of real businesses that do not train (docs/reader.md): a sentence is
# reported from the first on, with a score from the second on; what rules found in a sentence below the others is taken back.
THRESHOLDS = {
    "us": {"reportThreshold": .4, "reportScoreMin": .15, "lawfulThreshold": .2, "clearlyLawfulThreshold": .05},
    "id": {"reportThreshold": .4, "reportScoreMin": .1, "lawfulThreshold": .1, "clearlyLawfulThreshold": .05},
    "main": {"reportThreshold": .4, "reportScoreMin": .1, "lawfulThreshold": .2, "clearlyLawfulThreshold": .1},
}
CERTAINLY_LAWFUL_THRESHOLD = .02
NEWTON_STEPS = 50


def settings_of(calibrations):
    """Gives the settings of each site: `calibrations` are (slope, offset) by site."""
    return {
        site: {
            "calibration": {"slope": slope, "offset": offset},
            **THRESHOLDS[site],
            "certainlyLawfulThreshold": CERTAINLY_LAWFUL_THRESHOLD,
        }
        for site, (slope, offset) in calibrations.items()
    }


def calibrate(folder, windows, kept):
    """Reads `windows` with the reader in `folder` and prints slope and offset of each site (Platt scaling).

    They are not written: of these passages four in ten violate, of real copy few, so scores are used as they come.
    """
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "reader.json").read_text("utf8"))
    head = _law_heads(folder, manifest)
    session = onnxruntime.InferenceSession(folder / "model.onnx")
    place = {piece: at for at, piece in enumerate(kept)}
    scores, wanted = {site: [] for site in SITES}, {site: [] for site in SITES}
    for window in windows:
        ids = np.array([place.get(piece, manifest["unknown"]) for piece in window.ids], np.int64)
        described = session.run(["hidden"], {"ids": ids})[0]
        weights, bias = head[window.text.site]
        for sentence, (start, end) in zip(window.sentences, window.ranges):
            if sentence.unlawful is not None and end > start:
                scores[window.text.site].append(float(described[start:end].mean(0) @ weights + bias))
                wanted[window.text.site].append(float(sentence.unlawful))
    for site in SITES:
        print(site, "slope and offset", _platt(np.array(scores[site]), np.array(wanted[site])))


def _law_heads(folder, manifest):
    numbers, at, found = np.fromfile(folder / "heads.bin", "<f4"), 0, {}
    width = manifest["width"]
    for head in manifest["heads"]:
        count = len(head["names"])
        if head["name"].startswith("law."):
            found[head["name"][4:]] = numbers[at:at + width], numbers[at + count * width]
        at += count * (width + 1)
    return found


def _platt(scores, wanted):
    """Gives slope and offset of the logistic regression of `wanted` on `scores` (Newton's method)."""
    x, fit = np.stack([scores, np.ones_like(scores)], 1), np.array([1.0, 0.0])
    for _ in range(NEWTON_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ fit, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2)
        fit = fit + np.linalg.solve(hessian, x.T @ (wanted - p))
    return round(float(fit[0]), 4), round(float(fit[1]), 4)
