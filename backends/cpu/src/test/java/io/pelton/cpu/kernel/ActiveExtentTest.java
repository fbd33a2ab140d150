package io.pelton.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.ExtentNode;
import io.pelton.cpu.testing.Padding;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kernel of an op that can keep rows apart computes the rows that are active and nothing
 * else: it neither reads nor writes what lies beyond them.
 */
class ActiveExtentTest {
  private static final int ROWS = RowExample.ROWS;

  static Stream<BindingKey> keys() {
    return Cpu.BACKEND.table().keys().stream()
        .filter(key -> !RowExamples.WITHOUT.contains(key.kind()));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rowsBeyondTheExtentAreLeftAlone(BindingKey key) {
    for (RowExample example : RowExamples.of(key)) {
      ExtentNode bucket = example.node(ROWS);
      assertThat(bucket.isRowwise()).as(example.op().toString()).isTrue();
      for (Alternative alternative : Cpu.BACKEND.table().lookup(key)) {
        assertThat(alternative.can(Capability.ACTIVE_EXTENT)).isTrue();
        for (int active : new int[] {ROWS, 1, 4, 0, ROWS - 1}) {
          check(example, bucket, alternative, active);
        }
      }
    }
  }

  private static void check(
      RowExample example, ExtentNode bucket, Alternative alternative, int active) {
    List<Tensor> exact =
        active == 0
            ? bucket.run(alternative, 0, Padding.POISON)
            : example.node(active).run(alternative, active, Padding.MISSING);
    for (Padding padding : Padding.values()) {
      List<Tensor> found = bucket.run(alternative, active, padding);
      for (int slot = 0; slot < found.size(); slot++) {
        String what = "%s, output %d, %d rows, %s".formatted(example, slot, active, padding);
        Tensor output = found.get(slot);
        assertThat(ExtentNode.rows(output, 0, active))
            .as(what)
            .isEqualTo(ExtentNode.rows(exact.get(slot), 0, active));
        assertThat(ExtentNode.rows(output, active, bucket.end(slot, active, padding)))
            .as(what)
            .isEqualTo(bucket.untouched(slot, active, padding));
      }
    }
  }
}
