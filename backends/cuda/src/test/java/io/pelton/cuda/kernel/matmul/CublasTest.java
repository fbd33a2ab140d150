package io.pelton.cuda.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.FaultPoint;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The emulated library sums in an order of its own, so that results differ in their last bits. */
@ExtendWith(OnEmulatedDriver.class)
class CublasTest {
  private static KernelTwins twins;

  private final RandomTensors tensors = new RandomTensors(21);

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void productsAreCloseForAllLayouts(DType dtype) {
    Tensor x = positive(dtype, 5, 40);
    Tensor y = positive(dtype, 40, 7);
    checkClose(new MatMul(), x, y);
    checkClose(new MatMul(), turned(positive(dtype, 40, 5)), turned(positive(dtype, 7, 40)));
    checkClose(new MatMul(), positive(dtype, 3, 5, 40), y);
    checkClose(new MatMul(), positive(dtype, 3, 5, 40), positive(dtype, 3, 40, 7));
    checkClose(new MatMul(), positive(dtype, 3, 1, 5, 40), positive(dtype, 2, 40, 7));
    checkClose(new MatMul(), positive(dtype, 40), y);
    checkClose(new MatMul(), positive(dtype, 3, 5, 40), positive(dtype, 40));
    checkClose(new MatMul(), gapped(dtype, 5, 40), gapped(dtype, 40, 7));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void whatFollowsIsComputedToo(DType dtype) {
    Tensor x = positive(dtype, 5, 9);
    Tensor y = positive(dtype, 9, 7);
    checkClose(new Gemm(2, 3, false, false), x, y);
    checkClose(new Gemm(2, 3, false, false), x, y, positive(dtype, 7));
    Tensor c = positive(dtype, 5, 1);
    checkClose(new Gemm(1, 1, true, true), positive(dtype, 9, 5), positive(dtype, 7, 9), c);
    checkClose(new Dense(Activation.TANH), x, y);
    checkClose(new Dense(Activation.RELU), x, y, positive(dtype, 7), positive(dtype, 5, 7));
    checkClose(new Dense(Activation.NONE), positive(dtype, 2, 5, 9), y, null, positive(dtype, 1));
  }

  private static void checkClose(Op op, Tensor... operands) {
    Object[] expected = twins.onHost(op, operands);
    Object[] found = twins.onDevice("cublas", op, operands);
    double epsilon =
        switch (operands[0].dtype()) {
          case F64 -> 0x1p-45;
          case F32 -> 0x1p-17;
          case F16 -> 0x1p-9;
          default -> 0x1p-6;
        };
    for (int i = 0; i < expected.length; i++) {
      double one = (Double) expected[i];
      double other = (Double) found[i];
      assertThat(Math.abs(one - other))
          .as("%s, element %d: %s instead of %s", op, i, other, one)
          .isLessThanOrEqualTo(epsilon * Math.abs(one));
    }
  }

  @Test
  void onlyActiveRowsAreComputed() {
    Tensor y = positive(DType.F32, 6, 4);
    for (int rows : new int[] {0, 1, 5}) {
      Tensor x = positive(DType.F32, 5, 6);
      assertRows(4, rows, x, y);
      assertRows(8, rows, positive(DType.F32, 5, 2, 6), y);
      assertRows(8, rows, positive(DType.F32, 5, 2, 6), positive(DType.F32, 5, 6, 4));
    }
  }

  private static void assertRows(int perRow, int rows, Tensor x, Tensor y) {
    Object[] whole = twins.onDevice("cublas", new MatMul(), x, y);
    Object[] some = twins.onDevice("cublas", new MatMul(), 5, rows, x, y);
    int end = rows * perRow;
    assertThat(Arrays.copyOf(some, end)).isEqualTo(Arrays.copyOf(whole, end));
    assertThat(Arrays.copyOfRange(some, end, some.length)).allMatch(value -> value.equals(1.0));
  }

  @Test
  void aProductThatFailsSaysSoAndTheNextOneWorks() {
    Tensor x = positive(DType.F32, 5, 6);
    Tensor y = positive(DType.F32, 6, 4);
    EmulatedDriver.failLaunch(1, FaultPoint.CALL);
    assertThatThrownBy(() -> twins.onDevice("cublas", new MatMul(), x, y))
        .isInstanceOf(DeviceFailure.class)
        .hasMessageContaining("product by cuBLAS");
    checkClose(new MatMul(), x, y);
  }

  @Test
  void theLibraryIsNamedWhereItIsMissing() {
    assertThat(CublasLibrary.probe()).isInstanceOf(Probe.Usable.class);
    assertThat(
            CublasLibrary.reason("libJCublas2.so: libcublas.so.12: cannot open shared object file"))
        .isEqualTo("cuBLAS is not installed: libcublas.so.12 can't be opened");
  }

  /** So that no sum cancels. */
  private Tensor positive(DType dtype, long... dims) {
    int length = (int) Layout.elements(dims);
    HeapStorage storage = HeapStorage.allocate(dtype, length);
    Tensor tensor = new Tensor(storage, Layout.contiguous(dims));
    for (int i = 0; i < length; i++) {
      double value = .25 + tensors.random().nextDouble();
      switch (dtype) {
        case F64 -> storage.doubles()[i] = value;
        case F32 -> storage.floats()[i] = (float) value;
        case F16 -> storage.shorts()[i] = Half.doubleToF16(value);
        default -> storage.shorts()[i] = Half.doubleToBf16(value);
      }
    }
    return tensor;
  }

  /** The transposed matrix, column by column. */
  private static Tensor turned(Tensor matrix) {
    return new Tensor(matrix.storage(), matrix.layout().permute(1, 0));
  }

  /** Neither rows nor columns are contiguous. */
  private Tensor gapped(DType dtype, long rows, long columns) {
    Tensor wide = positive(dtype, rows, 2 * columns);
    return new Tensor(wide.storage(), wide.layout().slice(1, 1, columns, 2));
  }
}
