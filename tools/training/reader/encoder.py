"""The encoder (BERT, 384 wide) in torch."""
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, ATTENTION_HEADS, INNER = 384, 12, 1536
# Of the twelve layers of the base these are kept: reading takes a third less time. Leaving out every second of the upper ones
# began better than leaving out the last four (docs/reader.md).
KEPT_LAYERS = (0, 1, 2, 3, 5, 7, 9, 11)


def _norm():
    return nn.LayerNorm(WIDTH, eps=1e-12)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.a, self.i, self.f, self.b = _norm(), nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH), _norm()

    def forward(self, x, mask=None):
        return self.steps(x, mask)["out"]

    def steps(self, x, mask=None):
        """Gives what the layer's products take, by name, and its output."""
        batch, length, _ = x.shape
        q, k, v = (
            part(x).view(batch, length, ATTENTION_HEADS, -1).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        # By hand: on a CPU the fused attention takes four times as long, nearly all of it on the way back.
        scores = (q * (WIDTH // ATTENTION_HEADS) ** -0.5) @ k.transpose(2, 3)
        attended = (scores if mask is None else scores + mask.to(scores.dtype)).softmax(-1) @ v
        attended = attended.transpose(1, 2).reshape(batch, length, WIDTH)
        middle = self.a(x + self.o(attended))
        active = F.gelu(self.i(middle))
        return {"x": x, "attended": attended, "middle": middle, "active": active, "out": self.b(middle + self.f(active))}


class Encoder(nn.Module):
    """Describes tokens; token types are folded into the positions."""

    def __init__(self, vocabulary, positions=512):
        super().__init__()
        self.word, self.pos, self.ln = nn.Embedding(vocabulary, WIDTH), nn.Embedding(positions, WIDTH), _norm()
        self.layers = nn.ModuleList(Layer() for _ in KEPT_LAYERS)

    def embed(self, ids):
        return self.ln(self.word(ids) + self.pos(torch.arange(ids.shape[1]))[None])


def encoder_of(base):
    """Gives the encoder with the weights of a `Base`."""
    encoder = Encoder(base.vocabulary, base.positions)
    put = lambda target, name, *shape: target.copy_(torch.from_numpy(base.tensor(name, *shape)))
    with torch.no_grad():
        put(encoder.word.weight, "emb.word", -1, WIDTH)
        put(encoder.pos.weight, "emb.pos", -1, WIDTH)
        encoder.pos.weight += torch.from_numpy(base.tensor("emb.type", -1, WIDTH)[0])
        put(encoder.ln.weight, "emb.ln.w", WIDTH), put(encoder.ln.bias, "emb.ln.b", WIDTH)
        names = {"q": "q", "k": "k", "v": "v", "o": "ao", "i": "fi", "f": "fo"}
        for number, layer in zip(KEPT_LAYERS, encoder.layers):
            for own, name in names.items():
                linear = getattr(layer, own)
                put(linear.weight, f"l{number}.{name}.w", *linear.weight.shape)
                put(linear.bias, f"l{number}.{name}.b", *linear.bias.shape)
            for own, name in {"a": "aln", "b": "oln"}.items():
                put(getattr(layer, own).weight, f"l{number}.{name}.w", WIDTH)
                put(getattr(layer, own).bias, f"l{number}.{name}.b", WIDTH)
    return encoder
