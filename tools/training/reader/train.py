"""Trains the reader on the corpora of all sites and writes it.

`python train.py --neutral .redline/real-text --out packs/reader` wants cores with AMX or AVX-512 BF16. Seeded; the sums
of two machines may still differ in the last bits. `--keep FILE` keeps what was learned, `--start FILE` goes on from there
(`--start packs/reader` from the weights of the repository); `--done N` says how many of the passes that earlier run had made.
"""
import argparse
import collections
import hashlib
import pathlib
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
from read_reader import read_reader
from tokenizer import Tokenizer
from windows import Targets, batches, compose, cut
from write import kept_pieces, write_reader

SEED = 7
PASSES, RATE, BATCH_TOKENS = 6, 1.5e-4, 1500
# The rate falls to this share of it.
LAST_SHARE = .02
# Of sentence vectors, and of tokens that are read as unknown.
DROPOUT, UNKNOWN_SHARE = .1, .04
WEIGHTS = {"law": 1.0, "topic": .5, "sold": .3, "carries": .5}
HELD_OUT = 16
# Windows by which the largest activations are found.
SCALE_SAMPLES = 1500


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

    def describe(self, windows):
        """Gives the vectors of all tokens, of all sentences, and of whole windows."""
        length = max(len(window.ids) for window in windows)
        ids, mask = torch.full((len(windows), length), 1), torch.zeros(len(windows), 1, 1, length)
        for row, window in enumerate(windows):
            ids[row, :len(window.ids)] = torch.tensor(window.ids)
            mask[row, :, :, len(window.ids):] = -1e4
        if self.encoder.training:
            ids[(torch.rand(ids.shape) < UNKNOWN_SHARE) & (ids > 2)] = self.tokenizer.unknown
        with torch.autocast("cpu", torch.bfloat16):
            with torch.no_grad():
                x = self.encoder.embed(ids)
            for layer in self.encoder.layers:
                x = layer(x, mask)
        x = x.float()
        sentences = [x[row, a:max(b, a + 1)].mean(0) for row, w in enumerate(windows) for a, b in w.ranges]
        wholes = [x[row, :len(window.ids)].mean(0) for row, window in enumerate(windows)]
        return x, torch.stack(sentences), torch.stack(wholes)

    def losses(self, windows):
        x, sentences, wholes = self.describe(windows)
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

    def run(self, texts, passes, rate, keep, minutes, done_passes=0):
        """Trains in passes over the texts, mixed anew each time, at a rate that falls to nothing; ends early after `minutes`.
        A run that was broken off goes on after `done_passes` of them, at the rate it had reached."""
        for part in [self.encoder.word, self.encoder.pos, self.encoder.ln]:
            part.requires_grad_(False)
        trained = [p for p in self.encoder.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(
            [{"params": trained, "lr": rate}, {"params": self.heads.parameters(), "lr": rate * 10}],
            weight_decay=.01, fused=True,
        )
        chance, schedule, begun, is_late = random.Random(SEED), None, time.time(), False
        for number in range(done_passes, passes):
            windows = compose(texts, self.tokenizer, self.targets, SEED * 100 + number)
            order = batches(windows, BATCH_TOKENS, chance)
            steps = len(order) * passes
            schedule = schedule or torch.optim.lr_scheduler.LambdaLR(
                optimizer,
                lambda step: min(1, (step + 1) / 200) * max(LAST_SHARE, 1 - done_passes / passes - step / steps),
            )
            self.encoder.train(), self.heads.train()
            total, done = collections.Counter(), 0
            for batch in order:
                losses = self.losses(batch)
                optimizer.zero_grad()
                sum(losses.values()).backward()
                nn.utils.clip_grad_norm_(trained, 1.0)
                optimizer.step(), schedule.step()
                total.update({name: float(loss.detach()) for name, loss in losses.items()})
                done += 1
                is_late = time.time() - begun > minutes * 60
                if is_late:
                    break
            means = {name: round(value / done, 3) for name, value in total.items()}
            tokens = sum(len(window.ids) for window in windows)
            print(f"pass {number}: {tokens} tokens, {done}/{len(order)} batches, {time.time() - begun:.0f} s {means}", flush=True)
            if keep:
                torch.save({"encoder": self.encoder.state_dict(), "heads": self.heads.state_dict(), "topics": self.topics}, keep)
            if is_late:
                return

    def start(self, file):
        """Goes on from what `file` holds, or from the written reader in a folder. A topic that is new since then begins at
        nothing."""
        known = read_reader(file) if pathlib.Path(file).is_dir() else torch.load(file, weights_only=True)
        self.encoder.load_state_dict(known["encoder"], strict=False)
        heads = self.heads.state_dict()
        for name, value in known["heads"].items():
            if not name.startswith("law."):
                heads[name] = value
                continue
            site = name.split(".")[1]
            for row, topic in enumerate(["unlawful", *known["topics"][site]]):
                if topic in ("unlawful", *self.topics[site]):
                    heads[name][["unlawful", *self.topics[site]].index(topic)] = value[row]
        self.heads.load_state_dict(heads)


def is_held_out(text):
    """Tells whether a text is kept for calibration: passages of every sixteenth file, by the hash of its name."""
    return text.kind == "passage" and int(hashlib.sha256(text.source.encode()).hexdigest(), 16) % HELD_OUT == 0


def share_of(text, arguments):
    """Gives the share of texts of a kind that this run reads: all of those of shops in which a reader doubted something."""
    if text.kind != "shop":
        return arguments.share
    return arguments.shop_share if all(sentence.unlawful is False for sentence in text.sentences) else 1.0


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--neutral", required=True, help="folder of gathered neutral text")
    options.add_argument("--out", required=True, help="folder to write, packs/reader")
    options.add_argument("--passes", type=int, default=PASSES)
    options.add_argument("--rate", type=float, default=RATE)
    options.add_argument("--keep", help="file to keep what was learned in")
    options.add_argument("--start", help="file of an earlier run to go on from, or packs/reader")
    options.add_argument("--done", type=int, default=0, help="passes of the earlier run, which count among --passes")
    options.add_argument("--share", type=float, default=1.0, help="of the texts but those of shops, read in this run")
    options.add_argument("--shop-share", type=float, default=1.0, help="of the texts of shops that are lawful throughout")
    options.add_argument("--minutes", type=float, default=600)
    arguments = options.parse_args()
    torch.manual_seed(SEED)
    texts = [
        text for site in SITES
        for text in [
            *corpus.passages(site), *corpus.quoted_texts(site), *corpus.marked_texts(site), *corpus.cases(site),
            *corpus.examples(site), *corpus.policy_examples(site), *corpus.neutral_texts(site, arguments.neutral),
            *corpus.shop_texts(site, arguments.neutral),
        ]
    ]
    held = [text for text in texts if is_held_out(text)]
    chance = random.Random(SEED)
    trained = [text for text in texts if not is_held_out(text) and chance.random() < share_of(text, arguments)]
    trainer = Trainer(texts)
    if arguments.start:
        trainer.start(arguments.start)
    trainer.run(trained, arguments.passes, arguments.rate, arguments.keep, arguments.minutes, arguments.done)
    kept = kept_pieces(trainer.base, trainer.tokenizer, ["".join(s.text for s in text.sentences) for text in texts])
    heads = {name: value.detach() for name, value in trainer.heads.state_dict().items()}
    settings = settings_of({site: (1.0, 0.0) for site in SITES})
    samples = random.Random(SEED).sample(compose(trained, trainer.tokenizer, trainer.targets, SEED), SCALE_SAMPLES)
    write_reader(
        trainer.encoder, heads, trainer.topics, trainer.base, kept, [window.ids for window in samples], settings, arguments.out
    )
    windows = [w for text in held for w in cut(text, text.sentences, "\n" if text.kind == "passage" else "", trainer.tokenizer, trainer.targets)]
    calibrate(arguments.out, windows, kept)


if __name__ == "__main__":
    main()
