package io.pelton.examples.training;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Assembles feature encoding and forest into one ONNX model.
 *
 * <p>Inputs are one per feature column under the column's name: {@code float [N, 1]} with {@code
 * NaN} for a missing number, {@code string [N, 1]} with {@code ?} for a missing string. Outputs are
 * {@code label}, string [N], and {@code probabilities}, float [N, 2], in the order of {@link
 * #LABELS}.
 */
final class OnnxPipeline {
  static final String ML_DOMAIN = "ai.onnx.ml";
  static final List<String> LABELS = List.of(AdultTable.LOW_INCOME, AdultTable.HIGH_INCOME);
  static final String LABEL = "label";
  static final String PROBABILITIES = "probabilities";

  private static final int IR_VERSION = 8;
  private static final int ONNX_OPSET = 17;
  private static final int ML_OPSET = 3;
  private static final String BATCH = "N";
  private static final String NUMBERS = "numbers";
  private static final String FEATURES = "features";
  private static final String DESCRIPTION =
      "P(income > 50K) from UCI Adult census rows: one-hot strings, missing numbers routed in the"
          + " trees. Missing strings are the category '?', missing numbers are NaN. Data: Becker,"
          + " B. & Kohavi, R. (1996), Adult, UCI Machine Learning Repository,"
          + " doi:10.24432/C5XW20, CC BY 4.0, changed as the project's NOTICE says.";

  private OnnxPipeline() {}

  /** Builds the model; the same arguments give the same bytes. */
  static ModelProto build(
      List<FeatureColumn> columns,
      FeatureEncoder encoder,
      Forest forest,
      SortedMap<String, String> metadata) {
    ModelProto.Builder model =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("pelton-training")
            .setDocString(DESCRIPTION)
            .addOpsetImport(opset("", ONNX_OPSET))
            .addOpsetImport(opset(ML_DOMAIN, ML_OPSET))
            .setGraph(graph(columns, encoder, forest));
    metadata.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model.build();
  }

  private static OperatorSetIdProto opset(String domain, long version) {
    return OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version).build();
  }

  private static GraphProto graph(
      List<FeatureColumn> columns, FeatureEncoder encoder, Forest forest) {
    GraphProto.Builder graph = GraphProto.newBuilder().setName("adult");
    for (FeatureColumn column : columns) {
      int type =
          column instanceof FeatureColumn.Numbers
              ? TensorProto.DataType.FLOAT_VALUE
              : TensorProto.DataType.STRING_VALUE;
      graph.addInput(value(column.name(), type, batch(), fixed(1)));
    }
    graph.addNode(concat(NUMBERS, encoder.numbers()));
    List<String> parts = new ArrayList<>(List.of(NUMBERS));
    for (FeatureEncoder.OneHot oneHot : encoder.oneHots()) {
      String flat = oneHot.column() + "_flat";
      graph.addNode(oneHot(oneHot, oneHot.column() + "_one_hot"));
      graph.addNode(flatten(oneHot.column(), oneHot.column() + "_one_hot", flat));
      parts.add(flat);
    }
    return graph
        .addNode(concat(FEATURES, parts))
        .addNode(TreeEnsembleNode.of(forest, LABELS, FEATURES, LABEL, PROBABILITIES))
        .addOutput(value(LABEL, TensorProto.DataType.STRING_VALUE, batch()))
        .addOutput(
            value(PROBABILITIES, TensorProto.DataType.FLOAT_VALUE, batch(), fixed(LABELS.size())))
        .build();
  }

  /** One-hot of a string [N, 1] gives float [N, 1, K]. */
  private static NodeProto oneHot(FeatureEncoder.OneHot oneHot, String output) {
    return NodeProto.newBuilder()
        .setName("one_hot " + oneHot.column())
        .setOpType("OneHotEncoder")
        .setDomain(ML_DOMAIN)
        .addInput(oneHot.column())
        .addOutput(output)
        .addAttribute(OnnxAttributes.strings("cats_strings", oneHot.categories()))
        .addAttribute(OnnxAttributes.integer("zeros", 1))
        .build();
  }

  /** [N, 1, K] to [N, K]; unlike a Reshape to [-1, K] it also holds for N = 0. */
  private static NodeProto flatten(String column, String input, String output) {
    return NodeProto.newBuilder()
        .setName("flatten " + column)
        .setOpType("Flatten")
        .addInput(input)
        .addOutput(output)
        .addAttribute(OnnxAttributes.integer("axis", 1))
        .build();
  }

  private static NodeProto concat(String output, List<String> inputs) {
    return NodeProto.newBuilder()
        .setName("concat " + output)
        .setOpType("Concat")
        .addAllInput(inputs)
        .addOutput(output)
        .addAttribute(OnnxAttributes.integer("axis", 1))
        .build();
  }

  private static ValueInfoProto value(
      String name, int type, TensorShapeProto.Dimension... dimensions) {
    TypeProto.Tensor tensor =
        TypeProto.Tensor.newBuilder()
            .setElemType(type)
            .setShape(TensorShapeProto.newBuilder().addAllDim(List.of(dimensions)))
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  private static TensorShapeProto.Dimension batch() {
    return TensorShapeProto.Dimension.newBuilder().setDimParam(BATCH).build();
  }

  private static TensorShapeProto.Dimension fixed(long size) {
    return TensorShapeProto.Dimension.newBuilder().setDimValue(size).build();
  }
}
