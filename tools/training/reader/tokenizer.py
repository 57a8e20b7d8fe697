"""The unigram tokenizer of the base; packages/rule-engine/src/reader/tokenizer.ts gives the same ids."""
import re

SPACE = "▁"
CONTROLS = 4
UNKNOWN_PENALTY = 10


class Tokenizer:
    def __init__(self, pieces, scores, norm, unknown=3):
        self._ids = {}
        for number, piece in enumerate(pieces):
            if number >= CONTROLS and piece:
                self._ids.setdefault(piece, number)
        self._scores = [float(score) for score in scores]
        self._norm, self.unknown = norm, unknown
        self._longest = max(map(len, self._ids))
        self._unknown_score = min(self._scores) - UNKNOWN_PENALTY
        self._words = {}
        self.space = self._ids[SPACE]

    def encode(self, text):
        """Gives token ids, and for each its [start, end) in the text, in code points."""
        characters, places = [], []
        for place, written in enumerate(text):
            for read in self._norm.get(ord(written), written):
                character = SPACE if read == " " else read
                if character == SPACE and characters and characters[-1] == SPACE:
                    continue
                if not characters and character != SPACE:
                    characters.append(SPACE)
                    places.append(place)
                characters.append(character)
                places.append(place)
        line = "".join(characters)
        ids, spans = [], []
        for word in re.finditer(f"{SPACE}?[^{SPACE}]*", line):
            for piece, start, end in self._cut(word.group()):
                ids.append(piece)
                spans.append((places[word.start() + start], places[word.start() + end - 1] + 1))
        return ids, spans

    def _cut(self, word):
        """The most probable pieces of a word (Viterbi)."""
        if word not in self._words:
            count = len(word)
            best, back = [0.0] + [-1e30] * count, [None] * (count + 1)
            for at in range(count):
                for end in range(at + 1, min(count, at + self._longest) + 1):
                    piece = self._ids.get(word[at:end])
                    if piece is not None and best[at] + self._scores[piece] > best[end]:
                        best[end], back[end] = best[at] + self._scores[piece], (piece, at)
                if best[at] + self._unknown_score > best[at + 1]:
                    best[at + 1], back[at + 1] = best[at] + self._unknown_score, (self.unknown, at)
            cut, end = [], count
            while end > 0:
                piece, at = back[end]
                cut.append((piece, at, end))
                end = at
            self._words[word] = cut[::-1]
        return self._words[word]
