package io.pelton.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class KernelTest {
  @Test
  void addsVectors() {
    try (Session session = new Session("test_add")) {
      float[] a = new float[1000];
      float[] b = new float[1000];
      for (int i = 0; i < 1000; i++) {
        a[i] = i;
        b[i] = 0.5f * i;
      }
      CUdeviceptr left = session.allocate(4000);
      CUdeviceptr right = session.allocate(4000);
      CUdeviceptr sum = session.allocate(4000);
      JCudaDriver.cuMemcpyHtoD(left, Pointer.to(a), 4000);
      JCudaDriver.cuMemcpyHtoD(right, Pointer.to(b), 4000);
      session.launch("test_add", 4, 256, 0, left, right, sum, 1000);
      float[] result = new float[1000];
      JCudaDriver.cuMemcpyDtoH(Pointer.to(result), sum, 4000);
      for (int i = 0; i < 1000; i++) {
        assertThat(result[i]).isEqualTo(1.5f * i);
      }
      assertThat(EmulatedDriver.launches()).isEqualTo(1);
      assertThat(EmulatedDriver.copies()).isEqualTo(3);
      assertThat(EmulatedDriver.lastKernel()).isEqualTo("test_add");
    }
  }

  @Test
  void barriersLetBlocksSumInSharedMemory() {
    try (Session session = new Session("test_block_sum")) {
      int[] values = IntStream.range(0, 5 * 256).toArray();
      CUdeviceptr sums = session.allocate(20);
      session.launch("test_block_sum", 5, 256, 0, session.of(values), sums);
      int[] expected = new int[5];
      for (int i = 0; i < values.length; i++) {
        expected[i / 256] += values[i];
      }
      assertThat(session.read(sums, 5)).isEqualTo(expected);
    }
  }

  @Test
  void dynamicSharedMemoryIsWhatTheLaunchAsksFor() {
    try (Session session = new Session("test_reverse_in_shared")) {
      CUdeviceptr values = session.of(IntStream.range(0, 1024).toArray());
      session.launch("test_reverse_in_shared", 1, 1024, 4096, values);
      assertThat(session.read(values, 1024))
          .isEqualTo(IntStream.range(0, 1024).map(i -> 1023 - i).toArray());
    }
  }

  @Test
  void aMissingBarrierShows() {
    try (Session session = new Session("test_reverse_without_barrier")) {
      int[] values = IntStream.range(0, 64).toArray();
      CUdeviceptr address = session.of(values);
      session.launch("test_reverse_without_barrier", 1, 64, 256, address);
      int[] reversed = IntStream.range(0, 64).map(i -> 63 - i).toArray();
      assertThat(Arrays.equals(session.read(address, 64), reversed)).isFalse();
    }
  }

  @Test
  void sharedMemoryHoldsNoZeroesAtFirst() {
    try (Session session = new Session("test_uninitialized_shared")) {
      CUdeviceptr values = session.of(new int[4]);
      session.launch("test_uninitialized_shared", 1, 4, 0, values);
      assertThat(session.read(values, 4)).containsOnly(-1);
    }
  }

  @Test
  void runsInThreeDimensions() {
    try (Session session = new Session("test_where")) {
      CUdeviceptr values = session.of(new int[24 * 30]);
      JCudaDriver.cuLaunchKernel(
          session.function("test_where"),
          2,
          3,
          4,
          5,
          3,
          2,
          0,
          null,
          Session.arguments(values),
          null);
      assertThat(session.read(values, 24 * 30))
          .isEqualTo(IntStream.range(0, 24 * 30).map(i -> i / 30 * 1000 + i % 30).toArray());
    }
  }

  @Test
  void takesArgumentsOfAnyType() {
    byte[] structure =
        ByteBuffer.allocate(16).order(ByteOrder.nativeOrder()).putDouble(0.25).putInt(400).array();
    try (Session session = new Session("test_mixed_arguments")) {
      CUdeviceptr sum = session.allocate(8);
      session.launch(
          "test_mixed_arguments", 1, 1, 0, sum, (byte) -3, 20.5, (short) 1000, structure, 0.125f);
      double[] result = new double[1];
      JCudaDriver.cuMemcpyDtoH(Pointer.to(result), sum, 8);
      assertThat(result[0]).isEqualTo(-3 + 20.5 + 1000 + 0.25 + 400 + 0.125);
    }
  }

  @Test
  void threadsGoBackwardsInEverySecondLaunch() {
    // Each block leaves what its last thread wrote.
    try (Session session = new Session("test_last_thread")) {
      CUdeviceptr last = session.of(0);
      session.launch("test_last_thread", 2, 4, 0, last);
      assertThat(session.read(last, 1)).containsExactly(7);
      session.launch("test_last_thread", 2, 4, 0, last);
      assertThat(session.read(last, 1)).containsExactly(0);
    }
  }
}
