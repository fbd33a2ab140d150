package io.pelton.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
  @Test
  void viewsMoveNoElements() {
    Layout matrix = Layout.contiguous(2, 3);

    assertThat(positions(matrix.permute(1, 0))).containsExactly(0, 3, 1, 4, 2, 5);
    assertThat(positions(matrix.slice(1, 2, 3, -1))).containsExactly(2, 1, 0, 5, 4, 3);
    assertThat(positions(matrix.slice(0, 1, 1, 1))).containsExactly(3, 4, 5);
    assertThat(positions(Layout.contiguous(3).broadcastTo(2, 3))).containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void broadcastingRefusesOtherLengths() {
    assertThatThrownBy(() -> Layout.contiguous(2).broadcastTo(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not broadcast");
  }

  @Test
  void axesOfLengthOneNeverBreakContiguity() {
    assertThat(Layout.of(new long[] {4, 1}, new long[] {1, 99}, 7).isContiguous()).isTrue();
    assertThat(Layout.of(new long[] {4, 2}, new long[] {1, 4}, 0).isContiguous()).isFalse();
    assertThat(Layout.of(new long[] {0, 2}, new long[] {9, 9}, 0).isContiguous()).isTrue();
  }

  @Test
  void reshapeFindsViewsOfStridedData() {
    Layout columns = Layout.of(new long[] {4, 1}, new long[] {3, 99}, 2);

    assertThat(columns.reshape(4))
        .hasValueSatisfying(view -> assertThat(positions(view)).containsExactly(2, 5, 8, 11));
    assertThat(columns.reshape(2, 2))
        .hasValueSatisfying(view -> assertThat(positions(view)).containsExactly(2, 5, 8, 11));
    assertThat(Layout.contiguous(2, 3).permute(1, 0).reshape(6)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aReshapeThatExistsKeepsTheOrderOfElements(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      long[] dims = random.longs(random.nextInt(4), 1, 4).toArray();
      Layout layout = Layout.contiguous(dims);
      for (int axis = 0; axis < dims.length; axis++) {
        if (random.nextBoolean()) {
          layout = layout.slice(axis, 0, (dims[axis] + 1) / 2, 2);
        }
      }
      long[] target = regrouped(layout.dims(), random);
      long[] expected = positions(layout);
      layout
          .reshape(target)
          .ifPresent(
              view ->
                  assertThat(positions(view))
                      .as("seed %d: %s", seed, Arrays.toString(target))
                      .containsExactly(expected));
    }
  }

  private static long[] regrouped(long[] dims, Random random) {
    long rest = Layout.elements(dims);
    LongStream.Builder target = LongStream.builder();
    for (long divisor = 2; rest > 1; divisor++) {
      if (rest % divisor == 0 && random.nextBoolean()) {
        target.add(divisor);
        rest /= divisor;
      } else if (divisor > rest) {
        target.add(rest);
        rest = 1;
      }
    }
    return target.add(1).build().toArray();
  }

  private static long[] positions(Layout layout) {
    return LongStream.range(0, layout.elements()).map(layout::position).toArray();
  }
}
