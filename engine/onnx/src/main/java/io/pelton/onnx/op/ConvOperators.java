package io.pelton.onnx.op;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.stream.LongStream;

/** Convolutions and poolings. */
final class ConvOperators {
  private ConvOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Conv", 1, ConvOperators::conv);
    ops.add("MaxPool", 1, ConvOperators::maxPoolWithoutIndices);
    ops.add("MaxPool", 8, ConvOperators::maxPoolWithStorageOrder);
    ops.add("MaxPool", 10, ConvOperators::maxPoolWithDilations);
    ops.add("AveragePool", 1, node -> averagePool(node, false, false));
    ops.add("AveragePool", 7, node -> averagePool(node, false, countsPadding(node)));
    ops.add("AveragePool", 19, node -> averagePool(node, true, countsPadding(node)));
    ops.add("GlobalAveragePool", 1, node -> global(node, OpKind.REDUCE_MEAN));
    ops.add("GlobalMaxPool", 1, node -> global(node, OpKind.REDUCE_MAX));
  }

  private static void supportFloats(OnnxNode node) {
    DType dtype = node.dtype(0);
    node.support(Steps.isSupportedFloat(dtype), "inputs of " + dtype + " are not supported");
  }

  private static List<ValueId> conv(OnnxNode node) {
    node.expect(2, 3);
    Window window = WindowReader.read(node, WindowReader.kernelShape(node, 1), true);
    int group = node.attributes().smallInteger("group", 1);
    return node.apply(new Conv(window, group, Activation.NONE));
  }

  private static List<ValueId> maxPoolWithoutIndices(OnnxNode node) {
    node.check(node.outputs() <= 1, "it should have one output but has " + node.outputs());
    return maxPool(node, false);
  }

  private static List<ValueId> maxPoolWithStorageOrder(OnnxNode node) {
    return maxPool(node, false);
  }

  private static List<ValueId> maxPoolWithDilations(OnnxNode node) {
    return maxPool(node, true);
  }

  private static List<ValueId> maxPool(OnnxNode node, boolean dilates) {
    node.expect(1);
    node.supportOutputs(2);
    boolean isColumnMajor = node.opset() >= 8 && node.attributes().flag("storage_order", false);
    DType dtype = node.dtype(0);
    boolean isByte = dtype == DType.I8 || dtype == DType.U8;
    node.support(
        Steps.isSupportedFloat(dtype) || isByte, "inputs of " + dtype + " are not supported");
    List<Integer> lengths = WindowReader.kernelShape(node);
    Window window = window(node, lengths, dilates);
    return node.wants(1)
        ? node.apply(new PoolWithIndices(lengths, window, isColumnMajor))
        : node.apply(new Pool(OpKind.MAX_POOL, lengths, window, false));
  }

  private static List<ValueId> averagePool(OnnxNode node, boolean dilates, boolean countsPadding) {
    node.expect(1);
    supportFloats(node);
    List<Integer> lengths = WindowReader.kernelShape(node);
    Window window = window(node, lengths, dilates);
    Window plain = WindowReader.read(node, lengths, dilates);
    return countsPadding && !window.equals(plain)
        ? List.of(PaddedMean.of(node, lengths, plain, window))
        : node.apply(new Pool(OpKind.AVERAGE_POOL, lengths, window, countsPadding));
  }

  private static boolean countsPadding(OnnxNode node) {
    return node.attributes().flag("count_include_pad", false);
  }

  /** The window, with outputs rounded up where the node says so. */
  private static Window window(OnnxNode node, List<Integer> lengths, boolean dilates) {
    Window window = WindowReader.read(node, lengths, dilates);
    boolean isRoundedUp = node.opset() >= 10 && node.attributes().flag("ceil_mode", false);
    return isRoundedUp ? WindowReader.roundedUp(node, lengths, window) : window;
  }

  /** Over all spatial axes, which stay with length 1. */
  private static List<ValueId> global(OnnxNode node, OpKind kind) {
    node.expect(1);
    int rank = node.rank(0);
    node.check(rank > 2, "the input " + node.shape(0) + " has no spatial axes");
    ValueId axes = node.constant("axes", LongStream.range(2, rank).toArray());
    return node.apply(new Reduce(kind, true, false), node.operand(0), axes);
  }
}
