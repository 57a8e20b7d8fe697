"""Writes the encoder as an ONNX graph of int8 products, which reads the same on every CPU.

Weights are int8 per output channel within 7 bits (`reduce_range`): sums of full-range products saturate on CPUs
without VNNI. Activations are int8 in two steps, with a scale for each token: what the first rounding left out is rounded
again, finer, so that a last bit that differs between CPUs stays a last bit. One step with one scale for a window
moved probabilities by up to .41 (docs/measurements/same-verdicts.md). Rows of the vocabulary are int8 with a scale each.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from encoder import ATTENTION_HEADS, WIDTH

HEAD = WIDTH // ATTENTION_HEADS
OPSET = 20
SEVEN_BITS, MIDDLE = 63, 128


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

    def linear(self, module, x, name):
        weights, bias = module.weight.detach().numpy().T, module.bias.detach().numpy()
        self._quantize(x)
        scale = np.maximum(np.abs(weights).max(0) / SEVEN_BITS, 1e-12)
        eight = np.clip(np.round(weights / scale), -SEVEN_BITS - 1, SEVEN_BITS).astype(np.int8)
        self.constant(f"{name}_w", eight)
        self.constant(f"{name}_ws", scale.astype(np.float32))
        for step in ("coarse", "fine"):
            self.node("MatMulInteger", [f"{x}_{step}", f"{name}_w", "middle"], f"{name}_{step}_sum")
            self.node("Cast", [f"{name}_{step}_sum"], f"{name}_{step}", to=TensorProto.FLOAT)
        self.node("Mul", [f"{name}_fine", "fine_share"], f"{name}_rest")
        self.node("Add", [f"{name}_coarse", f"{name}_rest"], f"{name}_both")
        # One after the other: ONNX Runtime takes a product of the two scales for one number, and reads wrongly.
        self.node("Mul", [f"{name}_both", f"{x}_units"], f"{name}_by_token")
        self.node("Mul", [f"{name}_by_token", f"{name}_ws"], f"{name}_scaled")
        return self.node("Add", [f"{name}_scaled", self.constant(f"{name}_bias", bias)], name)

    def _quantize(self, x):
        """Writes `x` as bytes, coarse and fine, and a scale for each token: x = (coarse + fine / 254) * scale."""
        if x in self._quantized:
            return
        if not self._quantized:
            self.constant("middle", np.array(MIDDLE, np.uint8))
            self.constant("middle1", np.array([MIDDLE], np.uint8))
            self.constant("least", np.array(1e-12, np.float32))
            self.constant("step", np.array(1 / 127, np.float32))
            self.constant("fine_share", np.array(1 / 254, np.float32))
            self.constant("last", np.array([-1], np.int64))
            self.constant("second", np.array([1], np.int64))
        self._quantized.add(x)
        self.node("Abs", [x], f"{x}_abs")
        self.node("ReduceMax", [f"{x}_abs", "last"], f"{x}_largest", keepdims=0)
        self.node("Max", [f"{x}_largest", "least"], f"{x}_bound")
        self.node("Mul", [f"{x}_bound", "step"], f"{x}_unit")
        self.node("Shape", [f"{x}_unit"], f"{x}_length")
        self.node("Expand", ["middle1", f"{x}_length"], f"{x}_middle")
        self.node("QuantizeLinear", [x, f"{x}_unit", f"{x}_middle"], f"{x}_coarse", axis=0)
        self.node("DequantizeLinear", [f"{x}_coarse", f"{x}_unit", f"{x}_middle"], f"{x}_read", axis=0)
        self.node("Sub", [x, f"{x}_read"], f"{x}_left")
        self.node("Mul", [f"{x}_unit", "fine_share"], f"{x}_fine_unit")
        self.node("QuantizeLinear", [f"{x}_left", f"{x}_fine_unit", f"{x}_middle"], f"{x}_fine", axis=0)
        self.node("Unsqueeze", [f"{x}_unit", "second"], f"{x}_units")


def write_graph(encoder, path):
    """Writes the graph: takes `ids` (int64, [tokens]), gives `hidden` (float32, [tokens, 384])."""
    graph = _Graph()
    _embed(graph, encoder)
    graph.constant("heads_shape", np.array([-1, ATTENTION_HEADS, HEAD], np.int64))
    graph.constant("flat_shape", np.array([-1, WIDTH], np.int64))
    graph.constant("attention_scale", np.array(HEAD ** -0.5, np.float32))
    x = graph.norm(encoder.ln, "embedded", "described0")
    for number, layer in enumerate(encoder.layers):
        is_last = number == len(encoder.layers) - 1
        x = _layer(graph, layer, x, f"layer{number}", "hidden" if is_last else f"described{number + 1}")
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, ["tokens"])],
            [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["tokens", WIDTH])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
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


def _layer(graph, layer, x, name, out):
    split = {}
    for part, order in (("q", [1, 0, 2]), ("k", [1, 2, 0]), ("v", [1, 0, 2])):
        projected = graph.linear(getattr(layer, part), x, f"{name}_{part}")
        graph.node("Reshape", [projected, "heads_shape"], f"{name}_{part}_heads")
        split[part] = graph.node("Transpose", [f"{name}_{part}_heads"], f"{name}_{part}_turned", perm=order)
    graph.node("MatMul", [split["q"], split["k"]], f"{name}_scores")
    graph.node("Mul", [f"{name}_scores", "attention_scale"], f"{name}_scaled_scores")
    graph.node("Softmax", [f"{name}_scaled_scores"], f"{name}_shares", axis=-1)
    graph.node("MatMul", [f"{name}_shares", split["v"]], f"{name}_context")
    graph.node("Transpose", [f"{name}_context"], f"{name}_context_turned", perm=[1, 0, 2])
    graph.node("Reshape", [f"{name}_context_turned", "flat_shape"], f"{name}_attended")
    graph.node("Add", [x, graph.linear(layer.o, f"{name}_attended", f"{name}_o")], f"{name}_sum1")
    x = graph.norm(layer.a, f"{name}_sum1", f"{name}_middle")
    graph.node("Gelu", [graph.linear(layer.i, x, f"{name}_i")], f"{name}_active")
    graph.node("Add", [x, graph.linear(layer.f, f"{name}_active", f"{name}_f")], f"{name}_sum2")
    return graph.norm(layer.b, f"{name}_sum2", out)
