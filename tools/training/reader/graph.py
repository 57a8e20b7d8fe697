"""Writes the encoder as an ONNX graph of int8 products.

Weights are int8 per output channel within 7 bits (`reduce_range`): sums of full-range products saturate on CPUs
without VNNI, so the same text would read differently there. Rows of the vocabulary are int8 with a scale each.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from encoder import ATTENTION_HEADS, WIDTH

HEAD = WIDTH // ATTENTION_HEADS
OPSET = 20
SEVEN_BITS = 63


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
        if x not in self._quantized:
            self._quantized.add(x)
            self.node("DynamicQuantizeLinear", [x], f"{x}_8", f"{x}_scale8", f"{x}_zero8")
        scale = np.maximum(np.abs(weights).max(0) / SEVEN_BITS, 1e-12)
        eight = np.clip(np.round(weights / scale), -SEVEN_BITS - 1, SEVEN_BITS).astype(np.int8)
        self.constant(f"{name}_w", eight)
        self.constant(f"{name}_wz", np.zeros(len(bias), np.int8))
        self.constant(f"{name}_ws", scale.astype(np.float32))
        self.node("MatMulInteger", [f"{x}_8", f"{name}_w", f"{x}_zero8", f"{name}_wz"], f"{name}_sum")
        self.node("Cast", [f"{name}_sum"], f"{name}_float", to=TensorProto.FLOAT)
        self.node("Mul", [f"{x}_scale8", f"{name}_ws"], f"{name}_scale")
        self.node("Mul", [f"{name}_float", f"{name}_scale"], f"{name}_scaled")
        return self.node("Add", [f"{name}_scaled", self.constant(f"{name}_bias", bias)], name)


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
