package io.pelton.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pelton.cpu.kernel.score.BoundNode;
import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.graph.FeatureOp.ArrayFeatureExtractor;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.graph.ScoringOp.ZipMap;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all ops have in common: empty batches, parts of batches, any layout, any memory. */
class EveryTabularOpTest {
  private static final int ROWS = 9;

  record Case(String name, Op op, Tensor data, Tensor... others) {
    @Override
    public String toString() {
      return name;
    }

    Tensor[] with(Tensor other) {
      Tensor[] in = new Tensor[1 + others.length];
      in[0] = other;
      System.arraycopy(others, 0, in, 1, others.length);
      return in;
    }
  }

  private static Tensor vector(float... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor longs(long... values) {
    return Tensor.of(values, values.length);
  }

  private static final Tensor INTEGERS = longs(0, 1, 2);
  private static final Tensor STRINGS = Tensor.of(new String[] {"", "1", "drei"}, 3);
  private static final Tensor NONE = vector();

  /** [9, 3] with small numbers. */
  private static Tensor numbers(DType dtype) {
    double[] values = new double[ROWS * 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 7 % 11 - 4) / 2.0;
    }
    Tensor doubles = Tensor.of(values, ROWS, 3);
    return switch (dtype) {
      case F64 -> doubles;
      case F32 -> Tensor.of(doubles.toFloats(), ROWS, 3);
      case I64 -> Tensor.of(doubles.toLongs(), ROWS, 3);
      default ->
          Tensor.of(Arrays.stream(doubles.toLongs()).mapToInt(x -> (int) x).toArray(), ROWS, 3);
    };
  }

  private static Tensor texts() {
    String[] values = new String[ROWS * 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = List.of("", "1", "drei", "ż").get(i * 5 % 4);
    }
    return Tensor.of(values, ROWS, 3);
  }

  private static Forest forest(boolean isDouble) {
    List<Node> nodes =
        List.of(
            new Node(Mode.LEQ, 2, 0, 1, 2, true, List.of()),
            new Node(Mode.GT, 0, 1, 3, 4, false, List.of()),
            new Node(Mode.NEQ, 1, 0.5, 4, 5, false, List.of()),
            new Node(Mode.LEAF, 0, 0, 0, 0, false, List.of(new Vote(0, 0.25))),
            new Node(Mode.LEAF, 0, 0, 0, 0, false, List.of(new Vote(1, 0.5))),
            new Node(Mode.LEAF, 0, 0, 0, 0, false, List.of(new Vote(2, 0.75))));
    return new Forest(nodes, List.of(0, 1, 2), isDouble);
  }

  private static SupportVectors supportVectors() {
    return new SupportVectors(
        SupportVectors.Kernel.RBF,
        0.5f,
        0,
        0,
        Nodes.matrix(new float[] {1, 0, 0}, new float[] {0, 1, 0}, new float[] {0, 0, 1}),
        vector(.1f, .2f, -.3f, .4f, -.5f, .6f),
        vector(.1f, .2f, .3f),
        List.of(1, 1, 1),
        vector(-1, -1, -1),
        vector(0, 0, 0));
  }

  private static SupportVectors regression() {
    return new SupportVectors(
        SupportVectors.Kernel.RBF,
        0.5f,
        0,
        0,
        Nodes.matrix(new float[] {1, 0, 0}, new float[] {0, 1, 0}),
        vector(.1f, .2f),
        vector(.1f),
        List.of(),
        NONE,
        NONE);
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Tensor weights =
        Nodes.matrix(new float[] {1, 2, 3}, new float[] {-1, 0, 1}, new float[] {2, -2, .5f});
    for (DType dtype : List.of(DType.F32, DType.F64, DType.I64, DType.I32)) {
      Tensor data = numbers(dtype);
      Tensor zero = Tensor.allocate(dtype, 1);
      for (Tensor labels : List.of(INTEGERS, STRINGS)) {
        String kind = dtype + " to " + labels.dtype();
        for (boolean isDouble : new boolean[] {false, true}) {
          cases.add(
              new Case(
                  "trees " + kind + (isDouble ? " in double" : ""),
                  new TreeClassifier(forest(isDouble), labels, NONE, PostTransform.SOFTMAX),
                  data));
        }
        cases.add(
            new Case(
                "linear " + kind,
                new LinearClassifier(weights, NONE, labels, PostTransform.SOFTMAX, true),
                data));
        cases.add(
            new Case(
                "svm " + kind,
                new SvmClassifier(supportVectors(), labels, PostTransform.NONE),
                data));
      }
      cases.add(
          new Case(
              "tree regressor " + dtype,
              new TreeRegressor(forest(false), 3, Aggregate.MIN, NONE, PostTransform.LOGISTIC),
              data));
      cases.add(
          new Case(
              "linear regressor " + dtype,
              new LinearRegressor(weights, vector(1, 2, 3), PostTransform.NONE),
              data));
      cases.add(
          new Case(
              "svm regressor " + dtype,
              new SvmRegressor(regression(), false, PostTransform.NONE),
              data));
      FeaturePipeline front =
          new FeaturePipeline(List.of(new FeatureVectorizer(List.of(400)), new Binarizer(0.5f)));
      for (Tensor labels : List.of(INTEGERS, STRINGS)) {
        cases.add(
            new Case(
                "pipeline " + dtype + " to " + labels.dtype(),
                new ScoringPipeline(
                    front, new TreeClassifier(forest(false), labels, NONE, PostTransform.NONE)),
                data));
      }
      cases.add(new Case("scaler " + dtype, new Scaler(vector(1, 2, 3), vector(2)), data));
      cases.add(
          new Case(
              "imputer " + dtype,
              new Imputer(zero, new Tensor(data.storage(), Layout.contiguous(3))),
              data));
      cases.add(new Case("normalizer " + dtype, new Normalizer(Norm.L2), data));
      cases.add(new Case("binarizer " + dtype, new Binarizer(0.5f), data));
      cases.add(new Case("one-hot " + dtype, new OneHotEncoder(INTEGERS, true), data));
      cases.add(
          new Case(
              "label encoder " + dtype,
              new LabelEncoder(
                  new Tensor(data.storage(), Layout.contiguous(3)),
                  STRINGS,
                  Tensor.of(new String[] {"?"}, 1)),
              data));
      cases.add(new Case("extractor " + dtype, new ArrayFeatureExtractor(), data, longs(2, 0)));
      cases.add(new Case("vectorizer " + dtype, new FeatureVectorizer(List.of(5)), data));
    }
    cases.add(
        new Case(
            "tree ensemble",
            new TreeEnsemble(forest(true), 3, Aggregate.AVERAGE, PostTransform.SOFTMAX),
            numbers(DType.F64)));
    cases.add(new Case("one-hot strings", new OneHotEncoder(STRINGS, true), texts()));
    cases.add(
        new Case("label encoder strings", new LabelEncoder(STRINGS, INTEGERS, longs(-1)), texts()));
    cases.add(
        new Case(
            "label encoder strings to strings",
            new LabelEncoder(STRINGS, STRINGS, Tensor.of(new String[] {"?"}, 1)),
            texts()));
    cases.add(new Case("extractor strings", new ArrayFeatureExtractor(), texts(), longs(2, 0)));
    cases.add(new Case("zip map", new ZipMap(STRINGS), numbers(DType.F32)));
    return cases.stream();
  }

  private static Tensor rows(Tensor tensor, int count) {
    Tensor flat = tensor;
    if (tensor.dtype() == DType.STRING) {
      String[] texts = Arrays.copyOf(tensor.toStrings(), count * 3);
      flat = Tensor.of(texts, count, 3);
    }
    return new Tensor(flat.storage(), flat.layout().slice(0, 0, count, 1));
  }

  /** All elements as text, which tells NaN, strings and dtypes apart. */
  private static List<String> elements(Value value) {
    if (value instanceof Sequence sequence) {
      return sequence.values().stream().flatMap(v -> elements(v).stream()).toList();
    }
    if (value instanceof Mapping mapping) {
      return Stream.of(mapping.keys(), mapping.values())
          .flatMap(v -> elements(v).stream())
          .toList();
    }
    Tensor tensor = (Tensor) value;
    return switch (tensor.dtype().kind()) {
      case STRING -> List.of(tensor.toStrings());
      case FLOAT -> Arrays.stream(tensor.toDoubles()).mapToObj(Double::toString).toList();
      default -> Arrays.stream(tensor.toLongs()).mapToObj(Long::toString).toList();
    };
  }

  private static List<List<String>> evaluate(Case which, Tensor data) {
    return Arrays.stream(Nodes.evaluate(which.op(), which.with(data)))
        .map(EveryTabularOpTest::elements)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anEmptyBatchGivesEmptyOutputs(Case which) {
    Value[] out = Nodes.evaluate(which.op(), which.with(rows(which.data(), 0)));
    for (Value value : out) {
      assertThat(elements(value)).isEmpty();
      if (value instanceof Tensor tensor) {
        assertThat(tensor.dims()[0]).isZero();
        assertThat(tensor.storage().length()).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void layoutAndMemoryDoNotMatter(Case which) {
    List<List<String>> expected = evaluate(which, which.data());
    assertThat(expected.get(0)).isNotEmpty();
    assertThat(evaluate(which, Nodes.strided(which.data()))).isEqualTo(expected);
    assertThat(evaluate(which, Nodes.nativeCopy(which.data()))).isEqualTo(expected);
    assertThat(evaluate(which, Nodes.nativeCopy(Nodes.strided(which.data())))).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void partsOfABatchAreTheSameRows(Case which) {
    if (which.op() instanceof ZipMap) {
      return;
    }
    Prepared prepared = new Prepared();
    BoundNode node = new BoundNode(which.op(), prepared, which.with(which.data()));
    for (int active : new int[] {ROWS, 1, 0, 7, ROWS}) {
      node.run(active);
      Value[] alone = Nodes.evaluate(which.op(), which.with(rows(which.data(), active)));
      for (int slot = 0; slot < alone.length; slot++) {
        assertThat(elements(node.output(slot, active))).isEqualTo(elements(alone[slot]));
        if (((Tensor) alone[slot]).dtype() == DType.STRING) {
          assertThat(node.output(slot, active).storage().length())
              .isEqualTo(((Tensor) alone[slot]).layout().elements());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nativeMemoryGetsTheSameRows(Case which) {
    if (which.op() instanceof ZipMap) {
      return;
    }
    Tensor[] in = which.with(which.data());
    BoundNode heap = new BoundNode(which.op(), new Prepared(), in).run(ROWS);
    for (int active : new int[] {ROWS, 1, 0, 7}) {
      BoundNode outside = BoundNode.toNative(which.op(), in).run(active);
      int slots = outside.slots();
      int strings = 0;
      for (int slot = 0; slot < slots; slot++) {
        assertThat(elements(outside.output(slot, active)))
            .isEqualTo(elements(heap.output(slot, active)));
        strings += outside.output(slot, active).dtype() == DType.STRING ? 1 : 0;
      }
      assertThat(outside.writesNative()).isEqualTo(strings < slots);
      outside.assertUntouchedBeyond(active);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void runningAllocatesNothing(Case which) {
    if (which.op() instanceof ZipMap) {
      return;
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    BoundNode node = new BoundNode(which.op(), new Prepared(), which.with(which.data()));
    for (int i = 0; i < 50; i++) {
      node.run(ROWS);
    }
    int runs = 500;
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < runs; i++) {
      node.run(ROWS);
    }
    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(allocated).as("less than a byte a run").isLessThan(runs);
  }
}
