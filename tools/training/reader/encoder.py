"""The encoder (BERT, 384 wide) in torch."""
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, ATTENTION_HEADS, INNER, LAYERS = 384, 12, 1536, 12


def _norm():
    return nn.LayerNorm(WIDTH, eps=1e-12)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.a, self.i, self.f, self.b = _norm(), nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH), _norm()

    def forward(self, x, mask=None):
        batch, length, _ = x.shape
        q, k, v = (
            part(x).view(batch, length, ATTENTION_HEADS, -1).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        # By hand: on a CPU the fused attention takes four times as long, nearly all of it on the way back.
        scores = (q * (WIDTH // ATTENTION_HEADS) ** -0.5) @ k.transpose(2, 3)
        attended = (scores if mask is None else scores + mask.to(scores.dtype)).softmax(-1) @ v
        y = self.o(attended.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.a(x + y)
        return self.b(x + self.f(F.gelu(self.i(x))))


class Encoder(nn.Module):
    """Describes tokens; token types are folded into the positions."""

    def __init__(self, vocabulary, positions=512):
        super().__init__()
        self.word, self.pos, self.ln = nn.Embedding(vocabulary, WIDTH), nn.Embedding(positions, WIDTH), _norm()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

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
        for number, layer in enumerate(encoder.layers):
            for own, name in names.items():
                linear = getattr(layer, own)
                put(linear.weight, f"l{number}.{name}.w", *linear.weight.shape)
                put(linear.bias, f"l{number}.{name}.b", *linear.bias.shape)
            for own, name in {"a": "aln", "b": "oln"}.items():
                put(getattr(layer, own).weight, f"l{number}.{name}.w", WIDTH)
                put(getattr(layer, own).bias, f"l{number}.{name}.b", WIDTH)
    return encoder
