package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.HostData.Place;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows against a plain loop over elements. */
@ExtendWith(OnEmulatedDriver.class)
class QueueRowsTest {
  private final CudaRuntime runtime = CudaRuntime.of(0);

  private record Shape(long from, long fromStride, long to, long toStride, int rows, int length) {
    int sourceLength() {
      return (int) Math.max(from, from + (rows - 1) * fromStride) + length;
    }

    int targetLength() {
      return (int) Math.max(to, to + (rows - 1) * toStride) + length;
    }

    double[] expected(double[] source) {
      double[] target = new double[targetLength()];
      for (int row = 0; row < rows; row++) {
        for (int i = 0; i < length; i++) {
          target[(int) (to + row * toStride) + i] = source[(int) (from + row * fromStride) + i];
        }
      }
      return target;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, 0, 10, 7, 10", // no gaps
    "3, 10, 5, 12, 7, 4",
    "3, 10, 5, 4, 7, 4",
    "3, 4, 5, 11, 7, 4",
    "0, 0, 5, 11, 7, 4", // the same row again and again
    "60, -10, 5, 11, 7, 4", // backwards
    "5, 11, 66, -11, 7, 4",
    "2, 3, 0, 10, 7, 10", // rows that overlap in the source
    "1, 2, 1, 2, 100000, 1", // more than a chunk
    "1, 9000, 1, 8300, 300, 8200", // rows above what a chunk has at least
    "7, 100, 1, 300, 1, 5"
  })
  void rowsArrive(long from, long fromStride, long to, long toStride, int rows, int length) {
    Shape shape = new Shape(from, fromStride, to, toStride, rows, length);
    double[] data = new Random(rows).doubles(shape.sourceLength()).toArray();
    Storage source = HeapStorage.wrap(DType.F64, data);
    double[] up = new double[shape.targetLength()];
    double[] within = new double[shape.targetLength()];
    double[] down = new double[shape.targetLength()];
    double[] zeros = new double[shape.targetLength()];
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage first = runtime.allocate(DType.F64, data.length);
        DeviceStorage second = runtime.allocate(DType.F64, up.length);
        DeviceStorage third = runtime.allocate(DType.F64, up.length)) {
      queue.copy(source, 0, first, 0, data.length);
      queue.copy(HeapStorage.wrap(DType.F64, zeros), 0, second, 0, zeros.length);
      queue.copy(second, 0, third, 0, zeros.length);
      queue.copyRows(source, from, fromStride, second, to, toStride, rows, length);
      queue.copyRows(first, from, fromStride, third, to, toStride, rows, length);
      Storage target = HeapStorage.wrap(DType.F64, down);
      queue.copyRows(first, from, fromStride, target, to, toStride, rows, length);
      queue.copy(second, 0, HeapStorage.wrap(DType.F64, up), 0, up.length);
      queue.copy(third, 0, HeapStorage.wrap(DType.F64, within), 0, within.length);
      queue.await();
    }
    double[] expected = shape.expected(data);
    assertThat(up).isEqualTo(expected);
    assertThat(within).isEqualTo(expected);
    assertThat(down).isEqualTo(expected);
  }

  /** Those between host and device, of every width, beside what must stay. */
  @ParameterizedTest
  @CsvSource({"I8", "F16", "F32", "C64", "I64", "C128", "I4"})
  void ofEveryWidth(DType dtype) {
    Storage source = HostData.random(dtype, 400, Place.NATIVE, 5);
    Storage target = HostData.zeros(dtype, 400, Place.NATIVE);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(dtype, 400)) {
      queue.copyRows(source, 4, 20, there, 8, 16, 18, 12);
      queue.copyRows(there, 8, 16, target, 4, 20, 18, 12);
      queue.await();
    }
    for (int row = 0; row < 18; row++) {
      assertThat(HostData.bits(target, 4 + 20L * row, 12))
          .isEqualTo(HostData.bits(source, 4 + 20L * row, 12));
      assertThat(HostData.bits(target, 16 + 20L * row, 8)).containsOnly(0);
    }
  }
}
