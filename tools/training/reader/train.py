"""Trains the reader on the corpora of all sites and writes it.

`python train.py --neutral .redline/real-text --out packs/reader` wants cores with AMX or AVX-512 BF16. Not run
from end to end yet: an estimate is two hours of two cores. Seeded; the sums of two machines may still differ in the last bits.
"""
import argparse
import collections
import hashlib
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import corpus
from base import Base, packed_file
from calibrate import calibrate, settings_of
from corpus import SITES, SOLD, TYPES
from encoder import WIDTH, encoder_of
from tokenizer import Tokenizer
from windows import Targets, batches, compose, cut
from write import kept_pieces, write_reader

SEED = 7
# The lowest four layers stay as they are; then the lowest eight, and what they give is kept between passes.
STAGES = [{"frozen": 4, "passes": 4, "rate": 2e-4, "cached": False}, {"frozen": 8, "passes": 5, "rate": 2e-4, "cached": True}]
BATCH_TOKENS, DROPOUT = 1200, .1
WEIGHTS = {"law": 1.0, "topic": .5, "sold": .3, "carries": .5}
HELD_OUT = 8


class Heads(nn.Module):
    def __init__(self, topics):
        super().__init__()
        self.types = nn.Linear(WIDTH, 2 * len(TYPES))
        self.sold, self.carries = nn.Linear(WIDTH, len(SOLD)), nn.Linear(WIDTH, 1)
        self.law = nn.ModuleDict({site: nn.Linear(WIDTH, 1 + len(topics[site])) for site in SITES})
        nn.init.constant_(self.types.bias, -4.0)


class Trainer:
    def __init__(self, texts):
        base = Base(packed_file())
        self.base, self.tokenizer = base, Tokenizer(base.pieces, base.scores, base.norm, base.unknown)
        self.encoder, self.targets = encoder_of(base), Targets(texts)
        self.topics = {
            site: sorted({s.topic for text in texts if text.site == site for s in text.sentences if s.topic})
            for site in SITES
        }
        self.heads = Heads(self.topics)

    def describe(self, windows, frozen, dropout=0.0):
        """Gives the vectors of all tokens, of all sentences, and of whole windows."""
        length = max(len(window.ids) for window in windows)
        ids, mask = torch.full((len(windows), length), 1), torch.zeros(len(windows), 1, 1, length)
        for row, window in enumerate(windows):
            ids[row, :len(window.ids)] = torch.tensor(window.ids)
            mask[row, :, :, len(window.ids):] = -1e4
        with torch.autocast("cpu", torch.bfloat16):
            x = self.lower(windows, ids, mask, frozen)
            for layer in self.encoder.layers[frozen:]:
                x = layer(x, mask.to(x.dtype), dropout)
        x = x.float()
        sentences = [x[row, a:max(b, a + 1)].mean(0) for row, w in enumerate(windows) for a, b in w.ranges]
        wholes = [x[row, :len(window.ids)].mean(0) for row, window in enumerate(windows)]
        return x, torch.stack(sentences), torch.stack(wholes)

    @torch.no_grad()
    def lower(self, windows, ids, mask, frozen):
        if windows[0].described is not None:
            x = torch.zeros(*ids.shape, WIDTH, dtype=torch.bfloat16)
            for row, window in enumerate(windows):
                x[row, :len(window.ids)] = window.described
            return x
        x = self.encoder.embed(ids)
        for layer in self.encoder.layers[:frozen]:
            x = layer(x, mask.to(x.dtype))
        return x

    def losses(self, windows, frozen):
        x, sentences, wholes = self.describe(windows, frozen, DROPOUT)
        sentences, wholes = F.dropout(sentences, DROPOUT), F.dropout(wholes, DROPOUT)
        labelled = [(window.text.site, sentence) for window in windows for sentence in window.sentences]
        made, mentioned, weight = (
            torch.from_numpy(np.stack([t[part] for w in windows for t in w.targets])) for part in range(3)
        )
        both = self.heads.types(sentences)
        binary = lambda scores, wanted: F.binary_cross_entropy_with_logits(scores, wanted, reduction="none") * weight
        count = len(labelled)
        found = {"types": (binary(both[:, :len(TYPES)], made) + binary(both[:, len(TYPES):], mentioned)).sum() / count}
        for site in SITES:
            rows = [at for at, (of, s) in enumerate(labelled) if of == site and s.unlawful is not None]
            if rows:
                self._law(found, site, rows, labelled, sentences, count)
        sold = [at for at, window in enumerate(windows) if window.text.sold]
        if sold:
            wanted = torch.tensor([SOLD.index(windows[at].text.sold) for at in sold])
            found["sold"] = F.cross_entropy(self.heads.sold(wholes[sold]), wanted, reduction="sum") / len(windows)
        carrying = [
            (x[row, a:b], torch.tensor(carriers[:b - a]))
            for row, window in enumerate(windows)
            for (a, b), carriers in zip(window.ranges, window.carriers) if carriers is not None and b > a
        ]
        if carrying:
            scores = self.heads.carries(torch.cat([tokens for tokens, _ in carrying]))[:, 0]
            found["carries"] = F.binary_cross_entropy_with_logits(scores, torch.cat([wanted for _, wanted in carrying]))
        return {name: loss * WEIGHTS.get(name, 1.0) for name, loss in found.items()}

    def _law(self, found, site, rows, labelled, sentences, count):
        scores = self.heads.law[site](sentences[rows])
        unlawful = torch.tensor([float(labelled[at][1].unlawful) for at in rows])
        loss = F.binary_cross_entropy_with_logits(scores[:, 0], unlawful, reduction="sum") / count
        found["law"] = found.get("law", 0) + loss
        named = [(k, self.topics[site].index(labelled[at][1].topic)) for k, at in enumerate(rows) if labelled[at][1].unlawful]
        if named:
            wanted = torch.tensor([topic for _, topic in named])
            loss = F.cross_entropy(scores[[k for k, _ in named], 1:], wanted, reduction="sum") / count
            found["topic"] = found.get("topic", 0) + loss

    def run(self, texts, stage, frozen, passes, rate, cached):
        for parameters in [self.encoder.word, self.encoder.pos, self.encoder.ln, *self.encoder.layers[:frozen]]:
            parameters.requires_grad_(False)
        trained = [p for p in self.encoder.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(
            [{"params": trained, "lr": rate}, {"params": self.heads.parameters(), "lr": rate * 10}], weight_decay=.01
        )
        chance, schedule, kept = random.Random(SEED + stage), None, None
        for number in range(passes):
            windows = kept or compose(texts, self.tokenizer, self.targets, SEED * 100 + stage * 10 + number)
            if cached and kept is None:
                kept = windows
                self._keep(windows, frozen)
            order = batches(windows, BATCH_TOKENS, chance)
            steps = len(order) * passes
            schedule = schedule or torch.optim.lr_scheduler.LambdaLR(
                optimizer, lambda step: min(1, (step + 1) / 100) * max(.02, 1 - step / steps)
            )
            self.encoder.train(), self.heads.train()
            total, begun = collections.Counter(), time.time()
            for batch in order:
                losses = self.losses(batch, frozen)
                optimizer.zero_grad()
                sum(losses.values()).backward()
                nn.utils.clip_grad_norm_(trained, 1.0)
                optimizer.step(), schedule.step()
                total.update({name: float(loss.detach()) for name, loss in losses.items()})
            means = {name: round(value / len(order), 3) for name, value in total.items()}
            print(f"stage {stage} pass {number} {time.time() - begun:.0f} s {means}", flush=True)

    @torch.no_grad()
    def _keep(self, windows, frozen):
        self.encoder.eval()
        for batch in batches(windows, 8192):
            length = max(len(window.ids) for window in batch)
            ids, mask = torch.full((len(batch), length), 1), torch.zeros(len(batch), 1, 1, length)
            for row, window in enumerate(batch):
                ids[row, :len(window.ids)] = torch.tensor(window.ids)
                mask[row, :, :, len(window.ids):] = -1e4
            with torch.autocast("cpu", torch.bfloat16):
                x = self.lower(batch, ids, mask, frozen)
            for row, window in enumerate(batch):
                window.described = x[row, :len(window.ids)].to(torch.bfloat16).clone()


def is_held_out(text):
    """Tells whether a text's source is kept for calibration: every eighth, by the hash of its name."""
    return int(hashlib.sha256(text.source.encode()).hexdigest(), 16) % HELD_OUT == 0


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--neutral", required=True, help="folder of gathered neutral text")
    options.add_argument("--out", required=True, help="folder to write, packs/reader")
    arguments = options.parse_args()
    torch.manual_seed(SEED)
    texts = [
        text for site in SITES
        for text in [
            *corpus.passages(site), *corpus.quoted_texts(site), *corpus.marked_texts(site),
            *corpus.neutral_texts(site, arguments.neutral),
        ]
    ]
    held = [text for text in texts if is_held_out(text)]
    trained = [text for text in texts if not is_held_out(text)]
    trainer = Trainer(texts)
    for stage, settings in enumerate(STAGES):
        trainer.run(trained, stage, **settings)
    kept = kept_pieces(trainer.base, trainer.tokenizer, ["".join(s.text for s in text.sentences) for text in texts])
    heads = {name: value.detach() for name, value in trainer.heads.state_dict().items()}
    settings = settings_of({site: (1.0, 0.0) for site in SITES})
    write_reader(trainer.encoder, heads, trainer.topics, trainer.base, kept, settings, arguments.out)
    windows = [w for text in held for w in cut(text, text.sentences, "\n" if text.kind == "passage" else "", trainer.tokenizer, trainer.targets)]
    calibrate(arguments.out, windows, kept)


if __name__ == "__main__":
    main()
