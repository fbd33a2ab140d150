package io.pelton.examples.benchmarks.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.arrow.ArrowAllocator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.Test;

class LoadSampleTest {
  private static final LoadSample.Series HEAP = LoadSample.SERIES.get(0);

  @Test
  void whatGrowsHasASlopeAMinute() {
    List<LoadSample> samples =
        IntStream.range(0, 24).mapToObj(i -> heap(5 * i, 1000 + 10 * i)).toList();
    assertThat(HEAP.slope(samples)).isCloseTo(120, within(1e-9));
  }

  @Test
  void anOutlierMakesNoSlope() {
    List<LoadSample> samples =
        IntStream.range(0, 24).mapToObj(i -> heap(5 * i, i == 20 ? 90_000 : 1000)).toList();
    assertThat(HEAP.slope(samples)).isZero();
  }

  @Test
  void oneSampleHasNone() {
    assertThat(HEAP.slope(List.of(heap(0, 5)))).isZero();
  }

  @Test
  void memoryOfAllAllocatorsCounts() {
    try (ArrowAllocator probe = ArrowAllocator.open("probe");
        ArrowAllocator other = ArrowAllocator.open("other");
        ArrowBuf held = other.buffer(1 << 20)) {
      LoadSample sample = LoadSample.now(0, probe);
      assertThat(sample.arrow()).isGreaterThanOrEqualTo(held.capacity() / 1024.0);
      assertThat(sample.heap()).isPositive();
      assertThat(sample.threads()).isPositive();
    }
  }

  private static LoadSample heap(double seconds, double heap) {
    return new LoadSample(seconds, heap, 0, 0, 0, 0);
  }
}
