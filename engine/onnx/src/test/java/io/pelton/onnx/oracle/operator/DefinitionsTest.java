package io.pelton.onnx.oracle.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.oracle.operator.Definition.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operators of which ONNX Runtime lacks modes, versions or dtypes: drawn nodes give what their
 * definitions say.
 */
class DefinitionsTest {
  private static final int CASES = Integer.getInteger("pelton.definition.cases", 30);
  private static final long FIRST_SEED = Long.getLong("pelton.operator.seed", 0);

  private static final Backend BACKEND =
      Backend.named("cpu", DefinitionsTest.class.getClassLoader());

  /** An operator with its definition. */
  record Defined(String op, long since, Definition definition) {
    @Override
    public String toString() {
      return op;
    }
  }

  static List<Defined> operators() {
    return List.of(
        new Defined("GridSample", 16, SampleDefinitions::gridSample),
        new Defined("RoiAlign", 10, SampleDefinitions::roiAlign),
        new Defined("Col2Im", 18, SampleDefinitions::columnsToImage),
        new Defined("MaxUnpool", 9, SampleDefinitions::maxUnpool),
        new Defined("DeformConv", 19, SampleDefinitions::deformConv),
        new Defined("DFT", 17, SignalDefinitions::dft),
        new Defined("STFT", 17, SignalDefinitions::stft),
        new Defined("Resize", 11, ResizeDefinition::of));
  }

  @ParameterizedTest
  @MethodSource("operators")
  void drawnNodesAreAsDefined(Defined defined) {
    OperatorDraw draw =
        OperatorDraws.standard().stream()
            .filter(one -> one.op().equals(defined.op()))
            .findFirst()
            .orElseThrow();
    List<String> differences = new ArrayList<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      NodeCase made = draw.make(seed, defined.since(), Opsets.of(draw).newest());
      if (made.dtype() == DType.STRING) {
        continue;
      }
      Tensor found = run(made);
      Grid expected = defined.definition().of(new DrawnNode(made));
      assertThat(found.dims()).as(made.toString()).isEqualTo(expected.dims());
      differences.addAll(differences(made, found, expected.numbers()));
    }
    assertThat(differences).isEmpty();
  }

  static Tensor run(NodeCase made) {
    NodeModel model = NodeModel.direct(made);
    NamedGraph graph = OnnxModel.parse(model.proto().toByteArray(), made.toString()).graph();
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(BACKEND));
        ExecutableGraph executable = compiled.newExecutable()) {
      return (Tensor) executable.run(model.inputs()).values().iterator().next();
    }
  }

  private static List<String> differences(NodeCase made, Tensor found, double... expected) {
    double scale = DoubleStream.of(expected).map(Math::abs).reduce(1, Math::max);
    Tolerance tolerance = made.tolerance();
    boolean isFloat = found.dtype().isFloat();
    double[] floats = isFloat ? found.toDoubles() : new double[0];
    long[] integers = isFloat ? new long[0] : found.toLongs();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < expected.length; i++) {
      double off =
          isFloat
              ? Math.abs(floats[i] - expected[i])
                  - tolerance.absolute() * scale
                  - tolerance.relative() * Math.abs(expected[i])
              : whole(found.dtype(), integers[i], expected[i]);
      if (!(off <= 0)) {
        differences.add("element " + i + " should be " + expected[i] + " of " + made);
      }
    }
    return differences;
  }

  /**
   * Flags are set unless 0; integers are cut off, where rounding may have moved a whole number, and
   * stay within their range.
   */
  private static double whole(DType dtype, long element, double expected) {
    if (dtype == DType.BOOL) {
      return element == (expected == 0 ? 0 : 1) ? 0 : 1;
    }
    double near = dtype.bits() < 32 ? 1e-5 : 1e-9; // some are computed in float32
    double least = dtype.kind() == DType.Kind.UNSIGNED ? 0 : Double.NEGATIVE_INFINITY;
    boolean isLower = element == (long) Math.max(expected - near, least);
    boolean isUpper = element == (long) Math.max(expected + near, least);
    return isLower || isUpper ? 0 : 1;
  }
}
