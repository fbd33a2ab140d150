package io.pelton.cpu.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.RowExample;
import io.pelton.cpu.kernel.RowExamples;
import io.pelton.cpu.testing.ExtentNode;
import io.pelton.cpu.testing.Padding;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every vector kernel computes the rows that are active as its scalar twin, and nothing else. */
class EveryVectorKernelTest {
  private static final int ROWS = RowExample.ROWS;

  static Stream<BindingKey> keys() {
    return Backends.VECTOR.table().keys().stream()
        .filter(key -> first(key).source().equals(VectorKernels.ORIGIN.source()));
  }

  private static Alternative first(BindingKey key) {
    return Backends.VECTOR.table().lookup(key).get(0);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void bitsAreThoseOfTheScalarTwin(BindingKey key) {
    List<Alternative> alternatives = Backends.VECTOR.table().lookup(key);
    assertThat(alternatives)
        .extracting(Alternative::source)
        .containsExactly("cpu-vector", "cpu-scalar");
    assertThat(alternatives.get(0).capabilities()).isEqualTo(alternatives.get(1).capabilities());
    for (RowExample example : RowExamples.of(key)) {
      ExtentNode bucket = example.node(ROWS);
      for (int active : new int[] {ROWS, 1, 4, 0, ROWS - 1}) {
        for (Padding padding : new Padding[] {Padding.POISON, Padding.ZEROS}) {
          check(bucket, alternatives, active, padding);
        }
      }
    }
  }

  private static void check(
      ExtentNode bucket, List<Alternative> alternatives, int active, Padding padding) {
    List<Tensor> found = bucket.run(alternatives.get(0), active, padding);
    List<Tensor> expected = bucket.run(alternatives.get(1), active, padding);
    for (int slot = 0; slot < found.size(); slot++) {
      int end = bucket.end(slot, active, padding);
      assertThat(ExtentNode.rows(found.get(slot), 0, end))
          .as("output %d, %d rows, %s", slot, active, padding)
          .isEqualTo(ExtentNode.rows(expected.get(slot), 0, end));
    }
  }
}
