package io.pelton.cpu.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionsTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void walksWhereTheLayoutSays(long seed) {
    RandomTensors tensors = new RandomTensors(seed);
    long[] dims = tensors.dims(4, 5);
    Layout own = tensors.next(DType.I8, tensors.broadcastable(dims)).layout();
    Layout layout = own.broadcastTo(dims);
    int count = (int) layout.elements();
    Positions positions = Positions.of(layout);
    for (int start = 0; start < count; start++) {
      positions.seek(start);
      for (int element = start; element < count; element++) {
        assertThat(positions.next() + layout.offset()).isEqualTo(layout.position(element));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aRunIsEvenlySpaced(long seed) {
    RandomTensors tensors = new RandomTensors(seed);
    Layout layout = tensors.next(DType.I8, tensors.dims(4, 5)).layout();
    Positions positions = Positions.of(layout);
    positions.seek(0);
    int element = 0;
    while (element < layout.elements()) {
      int run = positions.run();
      for (int i = 0; i < run; i++) {
        assertThat(positions.position() + i * positions.step() + layout.offset())
            .isEqualTo(layout.position(element + i));
      }
      element += run;
      positions.advance(run);
    }
    assertThat(element).isEqualTo((int) layout.elements());
  }
}
