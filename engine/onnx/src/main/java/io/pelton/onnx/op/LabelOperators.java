package io.pelton.onnx.op;

import com.google.protobuf.ByteString;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.ScoringOp.ZipMap;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.Texts;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Operators that map values to labels and back. */
final class LabelOperators {
  private static final ByteString UNUSED = ByteString.copyFromUtf8("_Unused");

  private LabelOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("LabelEncoder", 1, LabelOperators::encodeClasses);
    ops.add("LabelEncoder", 2, node -> encode(node, false));
    ops.add("LabelEncoder", 4, node -> encode(node, true));
    ops.add("CategoryMapper", 1, LabelOperators::categories);
    ops.add("ZipMap", 1, LabelOperators::zipMap);
  }

  private static List<ValueId> zipMap(OnnxNode node) {
    node.expect(1);
    return node.apply(new ZipMap(Labels.of(node, "classlabels_int64s", "classlabels_strings")));
  }

  /** Strings to their places in a list, or places to strings. */
  private static List<ValueId> encodeClasses(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    List<ByteString> classes =
        attributes.required("classes_strings", attributes.texts("classes_strings"));
    Tensor texts = Texts.tensor(classes);
    Tensor places = Tensor.of(LongStream.range(0, classes.size()).toArray(), classes.size());
    Tensor noText = Texts.tensor(List.of(attributes.bytes("default_string").orElse(UNUSED)));
    Tensor noPlace = single(attributes.integer("default_int64", -1));
    return node.apply(
        node.dtype(0) == DType.STRING
            ? new LabelEncoder(texts, places, noPlace)
            : new LabelEncoder(places, texts, noText));
  }

  /** Strings to integers of the same place in two lists, or integers to strings. */
  private static List<ValueId> categories(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    List<ByteString> texts = attributes.required("cats_strings", attributes.texts("cats_strings"));
    long[] list = attributes.required("cats_int64s", attributes.integers("cats_int64s"));
    attributes.checkLength("cats_int64s", list.length, texts.size());
    Tensor strings = Texts.tensor(texts);
    Tensor integers = Tensor.of(list, list.length);
    Tensor noText = Texts.tensor(List.of(attributes.bytes("default_string").orElse(UNUSED)));
    Tensor noInteger = single(attributes.integer("default_int64", -1));
    return node.apply(
        node.dtype(0) == DType.STRING
            ? new LabelEncoder(strings, integers, noInteger)
            : new LabelEncoder(integers, strings, noText));
  }

  private static List<ValueId> encode(OnnxNode node, boolean mayBeTensor) {
    node.expect(1);
    Tensor keys = list(node, "keys", mayBeTensor);
    Tensor values = list(node, "values", mayBeTensor);
    node.check(
        keys.layout().elements() == values.layout().elements(),
        "has " + keys.layout() + " keys but " + values.layout() + " values");
    return node.apply(new LabelEncoder(keys, values, fallback(node, values.dtype(), mayBeTensor)));
  }

  private static Tensor list(OnnxNode node, String prefix, boolean mayBeTensor) {
    Attributes attributes = node.attributes();
    List<Tensor> given =
        Stream.of(
                attributes.numbers(prefix + "_floats").map(list -> Tensor.of(list, list.length)),
                attributes.integers(prefix + "_int64s").map(list -> Tensor.of(list, list.length)),
                attributes.texts(prefix + "_strings").map(Texts::tensor),
                mayBeTensor ? attributes.tensor(prefix + "_tensor") : Optional.<Tensor>empty())
            .flatMap(Optional::stream)
            .filter(tensor -> tensor.layout().elements() > 0)
            .toList();
    node.check(
        given.size() == 1,
        "exactly one of the attributes '" + prefix + "_...' should be given, with elements");
    Tensor tensor = given.get(0);
    node.check(tensor.layout().rank() == 1, prefix + "_tensor should have one axis");
    return tensor;
  }

  private static Tensor fallback(OnnxNode node, DType dtype, boolean mayBeTensor) {
    Attributes attributes = node.attributes();
    float number = attributes.number("default_float", -0.0f);
    long integer = attributes.integer("default_int64", -1);
    ByteString text = attributes.bytes("default_string").orElse(UNUSED);
    Optional<Tensor> tensor = mayBeTensor ? attributes.tensor("default_tensor") : Optional.empty();
    if (tensor.isPresent()) {
      node.check(
          tensor.get().dtype() == dtype && tensor.get().layout().elements() == 1,
          "default_tensor should be one "
              + dtype
              + " but is "
              + tensor.get().dtype()
              + tensor.get().layout());
      return new Tensor(tensor.get().storage(), Layout.contiguous(1));
    }
    return switch (dtype) {
      case STRING -> Texts.tensor(List.of(text));
      case F32, F64 -> Numbers.of(node, dtype, new float[] {number});
      case I64, I32 -> Numbers.of(node, dtype, new long[] {integer});
      case I16 -> Tensor.wrap(dtype, new short[] {(short) integer}, 1);
      default -> throw node.invalid("values of " + dtype + " are not supported");
    };
  }

  private static Tensor single(long value) {
    return Tensor.of(new long[] {value}, 1);
  }
}
