package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import jcuda.Pointer;
import jcuda.cudaDataType;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasComputeType;
import jcuda.jcublas.cublasGemmAlgo;
import jcuda.jcublas.cublasHandle;
import jcuda.jcublas.cublasOperation;
import jcuda.runtime.cudaStream_t;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(OnEmulatedDriver.class)
class BlasTest {
  private static final Pointer ONE = Pointer.to(new float[] {1});
  private static final Pointer ZERO = Pointer.to(new float[] {0});

  private final cublasHandle handle = new cublasHandle();
  private Session session;

  @BeforeEach
  void open() {
    session = new Session();
    JCublas2.setExceptionsEnabled(true);
    JCublas2.cublasCreate(handle);
  }

  @AfterEach
  void close() {
    JCublas2.cublasDestroy(handle);
    session.close();
  }

  private CUdeviceptr of(float... values) {
    CUdeviceptr address = session.allocate(4L * values.length);
    JCudaDriver.cuMemcpyHtoD(address, Pointer.to(values), 4L * values.length);
    return address;
  }

  private float[] read(CUdeviceptr address, int length) {
    float[] values = new float[length];
    JCudaDriver.cuMemcpyDtoH(Pointer.to(values), address, 4L * length);
    return values;
  }

  private static float[] random(int length, int seed) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  private static float at(float[] matrix, int leading, boolean transposed, int row, int column) {
    return transposed ? matrix[row * leading + column] : matrix[column * leading + row];
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, 1, 1, 1",
    "false, false, 5, 7, 9",
    "true, false, 4, 8, 3",
    "false, true, 8, 2, 31",
    "true, true, 33, 3, 10",
    "false, false, 2, 2, 0"
  })
  void multiplies(boolean ta, boolean tb, int m, int n, int k) {
    int lda = (ta ? k : m) + 2;
    int ldb = (tb ? n : k) + 1;
    int ldc = m + 3;
    float[] a = random(lda * (ta ? m : Math.max(k, 1)), 1);
    float[] b = random(ldb * (tb ? Math.max(k, 1) : n), 2);
    float[] c = random(ldc * n, 3);
    CUdeviceptr product = of(c);
    JCublas2.cublasSgemm(
        handle,
        operation(ta),
        operation(tb),
        m,
        n,
        k,
        Pointer.to(new float[] {2}),
        of(a),
        lda,
        of(b),
        ldb,
        Pointer.to(new float[] {0.5f}),
        product,
        ldc);
    float[] result = read(product, c.length);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < ldc; i++) {
        double expected = c[j * ldc + i];
        if (i < m) {
          expected *= 0.5;
          for (int l = 0; l < k; l++) {
            expected += 2.0 * at(a, lda, ta, i, l) * at(b, ldb, tb, l, j);
          }
        }
        assertThat((double) result[j * ldc + i]).isCloseTo(expected, within(1e-5));
      }
    }
  }

  private static int operation(boolean transposed) {
    return transposed ? cublasOperation.CUBLAS_OP_T : cublasOperation.CUBLAS_OP_N;
  }

  @Test
  void sumsInAnotherOrder() {
    float[] a = random(1000, 4);
    float[] b = random(1000, 5);
    float inOrder = 0;
    for (int l = 0; l < 1000; l++) {
      inOrder = Math.fma(a[l], b[l], inOrder);
    }
    CUdeviceptr product = session.allocate(4);
    JCublas2.cublasSgemm(
        handle,
        operation(false),
        operation(false),
        1,
        1,
        1000,
        ONE,
        of(a),
        1,
        of(b),
        1000,
        ZERO,
        product,
        1);
    assertThat(read(product, 1)[0]).isNotEqualTo(inOrder).isCloseTo(inOrder, within(1e-4f));
  }

  @Test
  void multipliesBatches() {
    CUdeviceptr a = of(1, 2, 3, 4);
    CUdeviceptr b = of(10, 20, 30, 40);
    CUdeviceptr c = session.allocate(8);
    JCublas2.cublasSgemmStridedBatched(
        handle,
        operation(false),
        operation(false),
        1,
        1,
        2,
        ONE,
        a,
        1,
        2,
        b,
        2,
        2,
        ZERO,
        c,
        1,
        1,
        2);
    assertThat(read(c, 2)).containsExactly(50, 250);
  }

  @ParameterizedTest
  @CsvSource({"CUDA_R_16F, 0x3e00, 0x4000, 0x4200", "CUDA_R_16BF, 0x3fc0, 0x4000, 0x4040"})
  void multipliesSixteenBitFloats(String type, String oneAndAHalf, String two, String three)
      throws ReflectiveOperationException {
    int code = cudaDataType.class.getField(type).getInt(null);
    CUdeviceptr a = session.of(Integer.decode(oneAndAHalf));
    CUdeviceptr b = session.of(Integer.decode(two));
    CUdeviceptr c = session.of(0);
    JCublas2.cublasGemmEx_new(
        handle,
        operation(false),
        operation(false),
        1,
        1,
        1,
        ONE,
        a,
        code,
        1,
        b,
        code,
        1,
        ZERO,
        c,
        code,
        1,
        cublasComputeType.CUBLAS_COMPUTE_32F,
        cublasGemmAlgo.CUBLAS_GEMM_DEFAULT);
    assertThat(session.read(c, 1)).containsExactly(Integer.decode(three));
  }

  @Test
  void multipliesBytesExactly() {
    // -1 * 127 + 2 * 3, four bytes to an int.
    CUdeviceptr a = session.of(0x02ff);
    CUdeviceptr b = session.of(0x037f);
    CUdeviceptr c = session.of(0);
    JCublas2.cublasGemmEx_new(
        handle,
        operation(false),
        operation(false),
        1,
        1,
        2,
        Pointer.to(new int[] {1}),
        a,
        cudaDataType.CUDA_R_8I,
        1,
        b,
        cudaDataType.CUDA_R_8I,
        2,
        Pointer.to(new int[] {0}),
        c,
        cudaDataType.CUDA_R_32I,
        1,
        cublasComputeType.CUBLAS_COMPUTE_32I,
        cublasGemmAlgo.CUBLAS_GEMM_DEFAULT);
    assertThat(session.read(c, 1)).containsExactly(-121);
  }

  @Test
  void runsInTheStreamOfTheHandle() {
    CUstream stream = session.stream();
    JCublas2.cublasSetStream(handle, new cudaStream_t(stream));
    CUdeviceptr c = of(5);
    JCublas2.cublasSgemm(
        handle, operation(false), operation(false), 1, 1, 1, ONE, of(3), 1, of(4), 1, ZERO, c, 1);
    assertThat(read(c, 1)).containsExactly(5);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(read(c, 1)).containsExactly(12);
    assertThat(EmulatedDriver.launches()).isEqualTo(1);
    assertThat(EmulatedDriver.lastKernel()).isEqualTo("cublasSgemm");
  }

  @Test
  void looksAtMemoryAndLengths() {
    CUdeviceptr four = of(1, 2, 3, 4);
    assertError("INVALID_VALUE", () -> product(four, 3, 2, 3));
    assertError("INVALID_VALUE", () -> product(four, 2, 1, 2));
    EmulatedDriver.failLaunch(1, FaultPoint.CALL);
    assertError("EXECUTION_FAILED", () -> product(four, 2, 2, 2));
  }

  /** Of 2 rows and 2 columns, all in one place. */
  private int product(CUdeviceptr memory, int inner, int leftStride, int rightStride) {
    return JCublas2.cublasSgemm(
        handle,
        operation(false),
        operation(false),
        2,
        2,
        inner,
        ONE,
        memory,
        leftStride,
        memory,
        rightStride,
        ZERO,
        memory,
        2);
  }
}
