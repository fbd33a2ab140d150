package io.pelton.onnx.op;

import io.pelton.engine.graph.FeatureOp.ArrayFeatureExtractor;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/** Operators that prepare columns. */
final class FeatureOperators {
  private static final String TAKES_A_MAP =
      "its input is a map, and graphs take tensors only; export the model with the columns as one"
          + " tensor";

  private FeatureOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Scaler", 1, FeatureOperators::scaler);
    ops.add("Imputer", 1, FeatureOperators::imputer);
    ops.add("Normalizer", 1, FeatureOperators::normalizer);
    ops.add("Binarizer", 1, FeatureOperators::binarizer);
    ops.add("OneHotEncoder", 1, FeatureOperators::oneHotEncoder);
    ops.add("ArrayFeatureExtractor", 1, FeatureOperators::arrayFeatureExtractor);
    ops.add("FeatureVectorizer", 1, FeatureOperators::featureVectorizer);
    ops.refuse("DictVectorizer", TAKES_A_MAP);
    ops.refuse("CastMap", TAKES_A_MAP);
  }

  private static List<ValueId> scaler(OnnxNode node) {
    node.expect(1);
    float[] offset = node.attributes().numbers("offset").orElseGet(() -> new float[] {0});
    float[] scale = node.attributes().numbers("scale").orElseGet(() -> new float[] {1});
    node.check(offset.length > 0 && scale.length > 0, "'offset' or 'scale' is empty");
    return node.apply(new Scaler(Tensor.of(offset, offset.length), Tensor.of(scale, scale.length)));
  }

  private static List<ValueId> imputer(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    float[] floats = attributes.numbersOrNone("imputed_value_floats");
    long[] integers = attributes.integersOrNone("imputed_value_int64s");
    float replacedFloat = attributes.number("replaced_value_float", 0);
    long replacedInteger = attributes.integer("replaced_value_int64", 0);
    DType dtype = node.dtype(0);
    boolean isFloat = dtype.isFloat();
    String list = isFloat ? "imputed_value_floats" : "imputed_value_int64s";
    node.check(
        (isFloat ? floats.length : integers.length) > 0,
        "'" + list + "' is missing, which an input of " + dtype + " needs");
    return node.apply(
        isFloat
            ? new Imputer(
                Numbers.of(node, dtype, new float[] {replacedFloat}),
                Numbers.of(node, dtype, floats))
            : new Imputer(
                Numbers.of(node, dtype, new long[] {replacedInteger}),
                Numbers.of(node, dtype, integers)));
  }

  private static List<ValueId> normalizer(OnnxNode node) {
    node.expect(1);
    return node.apply(new Normalizer(node.attributes().choice("norm", Norm.MAX)));
  }

  private static List<ValueId> binarizer(OnnxNode node) {
    node.expect(1);
    return node.apply(new Binarizer(node.attributes().number("threshold", 0)));
  }

  private static List<ValueId> oneHotEncoder(OnnxNode node) {
    node.expect(1);
    Tensor categories = Labels.of(node, "cats_int64s", "cats_strings");
    return node.apply(new OneHotEncoder(categories, node.attributes().flag("zeros", true)));
  }

  private static List<ValueId> arrayFeatureExtractor(OnnxNode node) {
    node.expect(2);
    return node.apply(new ArrayFeatureExtractor());
  }

  /** Operands with more axes than two, as one-hot encoded columns have, count as matrices. */
  private static List<ValueId> featureVectorizer(OnnxNode node) {
    int count = Math.max(node.count(), 1);
    node.expect(count);
    List<ValueId> matrices = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    long[] given = node.attributes().integersOrNone("inputdimensions");
    node.check(
        given.length == 0 || given.length == count,
        "inputdimensions has " + given.length + " entries for " + count + " inputs");
    for (int operand = 0; operand < count; operand++) {
      Shape shape = node.shape(operand);
      boolean isDeep = shape.isRanked() && shape.rank() > 2;
      ValueId value = node.operand(operand);
      matrices.add(isDeep ? node.apply(new Flatten(1), value).get(0) : value);
      long length = given.length > 0 ? given[operand] : columns(node, shape);
      node.check(
          length >= 0 && length <= Integer.MAX_VALUE, "inputdimensions has the entry " + length);
      lengths.add((int) length);
    }
    return node.apply(new FeatureVectorizer(lengths), matrices.toArray(new ValueId[0]));
  }

  private static long columns(OnnxNode node, Shape shape) {
    List<Extent> extents = shape.isRanked() ? shape.extents() : List.of();
    List<Extent> columns = extents.size() < 2 ? extents : extents.subList(1, extents.size());
    node.check(
        !columns.isEmpty() && columns.stream().allMatch(Extent::isFixed),
        "inputdimensions is missing and does not follow from the input's shape " + shape);
    return columns.stream().mapToLong(Extent::max).reduce(1, Math::multiplyExact);
  }
}
