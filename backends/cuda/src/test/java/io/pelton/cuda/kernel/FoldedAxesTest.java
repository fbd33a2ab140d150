package io.pelton.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.Layout;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FoldedAxesTest {
  @Test
  void foldsContiguousLayoutsToOneAxis() {
    FoldedAxes axes =
        FoldedAxes.of(
            new long[] {2, 1, 3, 4},
            Layout.contiguous(2, 1, 3, 4),
            Layout.contiguous(3, 4).slice(0, 0, 3, 1).reshape(1, 1, 3, 4).orElseThrow());

    assertThat(axes.dims()).containsExactly(2, 12);
    assertThat(axes.strides(0)).containsExactly(12, 1);
    assertThat(axes.strides(1)).containsExactly(0, 1);
    assertThat(axes.isContiguous(0)).isTrue();
    assertThat(axes.isContiguous(1)).isFalse();
    assertThat(axes.elements()).isEqualTo(24);
  }

  @Test
  void keepsAxesApartWhereOneLayoutNeedsThem() {
    Layout transposed = Layout.contiguous(4, 3).permute(1, 0);

    FoldedAxes axes = FoldedAxes.of(new long[] {3, 4}, Layout.contiguous(3, 4), transposed);

    assertThat(axes.dims()).containsExactly(3, 4);
    assertThat(axes.strides(1)).containsExactly(1, 3);
  }

  @Test
  void foldsRepeatedAxes() {
    FoldedAxes axes =
        FoldedAxes.of(new long[] {5, 6, 7}, Layout.contiguous(5, 1, 1), Layout.contiguous());

    assertThat(axes.dims()).containsExactly(5, 42);
    assertThat(axes.isSingle(0)).isFalse();
    assertThat(axes.isSingle(1)).isTrue();
  }

  @Test
  void hasNoAxesForOneElementAndOneForNone() {
    assertThat(FoldedAxes.of(new long[] {1, 1}, Layout.contiguous()).rank()).isZero();
    assertThat(FoldedAxes.of(new long[] {3, 0}, Layout.contiguous(1)).dims()).containsExactly(0);
  }

  @Test
  void refusesWhatDoesNotBroadcast() {
    assertThatThrownBy(() -> FoldedAxes.of(new long[] {3}, Layout.contiguous(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void findsTheSameElements() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      long[] dims = random.ints(random.nextInt(5), 1, 4).asLongStream().toArray();
      Layout first = view(random, dims);
      Layout second = view(random, dims);
      FoldedAxes axes = FoldedAxes.of(dims, first, second);

      for (long i = 0; i < axes.elements(); i++) {
        assertThat(Layout.of(axes.dims(), axes.strides(0), 0).position(i))
            .isEqualTo(first.broadcastTo(dims).position(i) - first.offset());
        assertThat(Layout.of(axes.dims(), axes.strides(1), 0).position(i))
            .isEqualTo(second.broadcastTo(dims).position(i) - second.offset());
      }
      for (int axis = 1; axis < axes.rank(); axis++) {
        long length = axes.dim(axis);
        boolean isEven = true;
        for (int of = 0; of < 2; of++) {
          long[] strides = axes.strides(of);
          isEven &= strides[axis - 1] == strides[axis] * length;
        }
        assertThat(isEven).as("axes that fold are left over").isFalse();
      }
    }
  }

  /** With some axes repeated, or in another order in memory. */
  private static Layout view(Random random, long... dims) {
    long[] lengths = dims.clone();
    for (int axis = 0; axis < lengths.length; axis++) {
      lengths[axis] = random.nextInt(4) == 0 ? 1 : lengths[axis];
    }
    if (lengths.length < 2 || random.nextBoolean()) {
      return Layout.contiguous(lengths);
    }
    int last = lengths.length - 1;
    long[] swapped = lengths.clone();
    swapped[0] = lengths[last];
    swapped[last] = lengths[0];
    int[] order = new int[lengths.length];
    for (int axis = 0; axis < order.length; axis++) {
      order[axis] = axis;
    }
    order[0] = last;
    order[last] = 0;
    return Layout.contiguous(swapped).permute(order);
  }
}
