"""Writes the encoder as an ONNX graph of int8 products, which reads the same on every CPU.

Weights are int8 per output channel within 7 bits (`reduce_range`): sums of full-range products saturate on CPUs
without VNNI. Activations are int8 in two steps: what the first rounding left out is rounded again, 254 times finer, so
that a last bit that differs between CPUs stays a last bit. One step moved probabilities by up to .41
(docs/measurements/same-verdicts.md). Their scales are fixed when the graph is written, by what sample texts need: finding
one for each token while reading took as long as the products. Rows of the vocabulary are int8 with a scale each.
"""
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from encoder import ATTENTION_HEADS, WIDTH

HEAD = WIDTH // ATTENTION_HEADS
OPSET = 20
SEVEN_BITS, MIDDLE, FINER = 63, 128, 254
# How far activations may lie beyond the largest one of the sample texts before they are cut.
MARGIN = 1.25
# Products whose sum is scaled at once are ONNX Runtime's own.
MICROSOFT = "com.microsoft"
INPUTS = ("x", "attended", "middle", "active")


def activation_scales(encoder, samples):
    """Gives, for each layer and each of its products' inputs, the float that the largest byte stands for.

    `samples` are lists of token ids; the encoder describes each by itself.
    """
    largest = [dict.fromkeys(INPUTS, 1e-6) for _ in encoder.layers]
    with torch.no_grad():
        for ids in samples:
            x = encoder.embed(torch.tensor([ids]))
            for layer, seen in zip(encoder.layers, largest):
                parts = layer.steps(x)
                for name in INPUTS:
                    seen[name] = max(seen[name], float(parts[name].abs().max()))
                x = parts["out"]
    return [{name: MARGIN * value / 127 for name, value in seen.items()} for seen in largest]


class _Graph:
    def __init__(self):
        self.constants, self.nodes, self._quantized = [], [], set()

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind, inputs, *outputs, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), name=outputs[0], **attributes))
        return outputs[0]

    def norm(self, module, x, name):
        scale, shift = (values.detach().numpy() for values in (module.weight, module.bias))
        inputs = [x, self.constant(f"{name}_scale", scale), self.constant(f"{name}_shift", shift)]
        return self.node("LayerNormalization", inputs, name, axis=-1, epsilon=1e-12)

    def linear(self, modules, x, unit, name):
        """Writes the product of `x` with the weights of all modules, side by side."""
        weights = np.concatenate([module.weight.detach().numpy().T for module in modules], 1)
        bias = np.concatenate([module.bias.detach().numpy() for module in modules])
        self._quantize(x, unit)
        scale = np.maximum(np.abs(weights).max(0) / SEVEN_BITS, 1e-12)
        eight = np.clip(np.round(weights / scale), -SEVEN_BITS - 1, SEVEN_BITS).astype(np.int8)
        self.constant(f"{name}_w", eight)
        self.constant(f"{name}_ws", scale.astype(np.float32))
        self.constant(f"{name}_bias", bias)
        for step, *shift in (("coarse", f"{name}_bias"), ("fine",)):
            inputs = [f"{x}_{step}", f"{name}_w", f"{x}_{step}_unit", f"{name}_ws", "middle", "", *shift]
            self.node("MatMulIntegerToFloat", inputs, f"{name}_{step}", domain=MICROSOFT)
        return self.node("Add", [f"{name}_coarse", f"{name}_fine"], name)

    def _quantize(self, x, unit):
        """Writes `x` as bytes, coarse and fine: x = (coarse + fine / 254) * unit."""
        if x in self._quantized:
            return
        if not self._quantized:
            self.constant("middle", np.array(MIDDLE, np.uint8))
        self._quantized.add(x)
        self.constant(f"{x}_coarse_unit", np.array(unit, np.float32))
        self.constant(f"{x}_fine_unit", np.array(unit / FINER, np.float32))
        self.node("QuantizeLinear", [x, f"{x}_coarse_unit", "middle"], f"{x}_coarse")
        self.node("DequantizeLinear", [f"{x}_coarse", f"{x}_coarse_unit", "middle"], f"{x}_read")
        self.node("Sub", [x, f"{x}_read"], f"{x}_left")
        self.node("QuantizeLinear", [f"{x}_left", f"{x}_fine_unit", "middle"], f"{x}_fine")


def write_graph(encoder, scales, path):
    """Writes the graph: takes `ids` (int64, [tokens]), gives `hidden` (float32, [tokens, 384])."""
    graph = _Graph()
    _embed(graph, encoder)
    graph.constant("parts_shape", np.array([-1, 3, ATTENTION_HEADS, HEAD], np.int64))
    graph.constant("flat_shape", np.array([-1, WIDTH], np.int64))
    graph.constant("lead", np.array([0], np.int64))
    x = graph.norm(encoder.ln, "embedded", "described0")
    for number, (layer, units) in enumerate(zip(encoder.layers, scales)):
        is_last = number == len(encoder.layers) - 1
        x = _layer(graph, layer, units, x, f"layer{number}", "hidden" if is_last else f"described{number + 1}")
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, ["tokens"])],
            [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["tokens", WIDTH])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=9,
    )
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _embed(graph, encoder):
    words = encoder.word.weight.detach().numpy()
    scale = np.maximum(np.abs(words).max(1, keepdims=True) / 127, 1e-12)
    graph.constant("words", np.clip(np.round(words / scale), -127, 127).astype(np.int8))
    graph.constant("word_scales", scale.astype(np.float32))
    graph.constant("positions", encoder.pos.weight.detach().numpy())
    graph.constant("first", np.array([0], np.int64))
    graph.node("Gather", ["words", "ids"], "words8", axis=0)
    graph.node("Cast", ["words8"], "words_float", to=TensorProto.FLOAT)
    graph.node("Gather", ["word_scales", "ids"], "scales", axis=0)
    graph.node("Mul", ["words_float", "scales"], "word_vectors")
    graph.node("Shape", ["ids"], "length")
    graph.node("Slice", ["positions", "first", "length", "first"], "position_vectors")
    graph.node("Add", ["word_vectors", "position_vectors"], "embedded")


def _layer(graph, layer, units, x, name, out):
    projected = graph.linear([layer.q, layer.k, layer.v], x, units["x"], f"{name}_qkv")
    graph.node("Reshape", [projected, "parts_shape"], f"{name}_parts")
    graph.node("Transpose", [f"{name}_parts"], f"{name}_turned", perm=[1, 2, 0, 3])
    graph.node("Split", [f"{name}_turned"], *(f"{name}_{part}" for part in ("qs", "ks", "vs")), axis=0, num_outputs=3)
    q, k, v = (graph.node("Squeeze", [f"{name}_{part}s", "lead"], f"{name}_{part}") for part in "qkv")
    graph.node("FusedMatMul", [q, k], f"{name}_scores", domain=MICROSOFT, transB=1, alpha=HEAD ** -0.5)
    graph.node("Softmax", [f"{name}_scores"], f"{name}_shares", axis=-1)
    graph.node("MatMul", [f"{name}_shares", v], f"{name}_context")
    graph.node("Transpose", [f"{name}_context"], f"{name}_context_turned", perm=[1, 0, 2])
    attended = graph.node("Reshape", [f"{name}_context_turned", "flat_shape"], f"{name}_attended")
    graph.node("Add", [x, graph.linear([layer.o], attended, units["attended"], f"{name}_o")], f"{name}_sum1")
    x = graph.norm(layer.a, f"{name}_sum1", f"{name}_middle")
    graph.node("Gelu", [graph.linear([layer.i], x, units["middle"], f"{name}_i")], f"{name}_active")
    graph.node("Add", [x, graph.linear([layer.f], f"{name}_active", units["active"], f"{name}_f")], f"{name}_sum2")
    return graph.norm(layer.b, f"{name}_sum2", out)
