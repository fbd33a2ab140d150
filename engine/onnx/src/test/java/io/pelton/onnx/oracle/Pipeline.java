package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A model that grows node by node, with what its inputs are fed. */
final class Pipeline {
  /** A value [N, width]. */
  record Column(String name, DType dtype, int width) {}

  private static final String ML = "ai.onnx.ml::";

  private final TestModel model;
  private final long opset;
  private final long mlOpset;
  private final Map<String, IntFunction<Tensor>> feeds = new LinkedHashMap<>();
  private int values;

  Pipeline(long opset, long mlOpset) {
    this.opset = opset;
    this.mlOpset = mlOpset;
    this.model = TestModel.onnx(opset).opset("ai.onnx.ml", mlOpset);
  }

  long opset() {
    return opset;
  }

  long mlOpset() {
    return mlOpset;
  }

  /**
   * @param feed draws rows
   */
  Column input(DType dtype, int width, IntFunction<Tensor> feed) {
    Column input = new Column("in" + feeds.size(), dtype, width);
    model.input(input.name(), TensorProtos.code(dtype), "N", (long) width);
    feeds.put(input.name(), feed);
    return input;
  }

  /** Adds a node of ai.onnx; returns the name of its output. */
  String add(String op, String inputs, AttributeProto... attributes) {
    String output = "v" + values++;
    model.node(op, inputs, output, attributes);
    return output;
  }

  /** Adds a node of ai.onnx with two outputs; returns the name of the first. */
  String addFirstOfTwo(String op, String inputs, AttributeProto... attributes) {
    String output = "v" + values++;
    model.node(op, inputs, output + ",v" + values++, attributes);
    return output;
  }

  /** Adds a node of ai.onnx.ml; returns the name of its output. */
  String addMl(String op, String inputs, AttributeProto... attributes) {
    return add(ML + op, inputs, attributes);
  }

  /** Adds a classifier; its outputs are {@code label} and {@code scores}. */
  void addClassifier(String op, String input, AttributeProto... attributes) {
    model.node(ML + op, input, "label,scores", attributes).output("label").output("scores");
  }

  String constant(long... numbers) {
    String name = "c" + values++;
    model.initializer(name, numbers, numbers.length);
    return name;
  }

  String constant(float[] numbers, long... dims) {
    String name = "c" + values++;
    model.initializer(name, numbers, dims);
    return name;
  }

  void output(String name) {
    model.output(name);
  }

  GeneratedCase finish(String family, long seed) {
    List<Map<String, Tensor>> batches =
        Batches.of(
            rows -> {
              Map<String, Tensor> batch = new LinkedHashMap<>();
              feeds.forEach((name, feed) -> batch.put(name, feed.apply(rows)));
              return batch;
            });
    return new GeneratedCase(family, seed, model.proto(), batches);
  }
}
