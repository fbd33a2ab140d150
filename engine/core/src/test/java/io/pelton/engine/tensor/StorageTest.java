package io.pelton.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ArenaTooLarge;
import io.pelton.engine.error.StorageReleased;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StorageTest {
  @Test
  void theLastOwnerReleasesOnce() {
    AtomicInteger released = new AtomicInteger();
    NativeStorage storage =
        NativeStorage.wrap(DType.F32, ByteBuffer.allocateDirect(8), released::incrementAndGet);
    storage.retain();
    storage.close();
    assertThat(released).hasValue(0);
    storage.close();
    assertThat(released).hasValue(1);
    assertThatThrownBy(storage::close).isInstanceOf(StorageReleased.class);
    assertThatThrownBy(storage::retain).isInstanceOf(StorageReleased.class);
    assertThatThrownBy(storage::floats).isInstanceOf(StorageReleased.class);
  }

  @Test
  void arraysHaveALimit() {
    assertThatThrownBy(() -> HeapStorage.allocate(DType.F32, 1L << 40))
        .isInstanceOf(ArenaTooLarge.class)
        .hasMessageContaining(
            "'F32[1099511627776]' needs a piece of memory of 4398046511104 bytes");
    assertThatThrownBy(() -> HeapStorage.allocate(DType.I4, 1L << 31))
        .isInstanceOf(ArenaTooLarge.class);
    assertThatThrownBy(() -> HeapStorage.allocate(DType.C128, 1L << 30))
        .isInstanceOf(ArenaTooLarge.class);
  }

  @Test
  void nativeMemoryIsLittleEndianBetweenPositionAndLimit() {
    ByteBuffer memory = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);
    memory.putFloat(0, 1).putFloat(4, 2).putFloat(8, 3).putFloat(12, 4);
    memory.order(ByteOrder.BIG_ENDIAN).position(4).limit(12);

    NativeStorage storage = NativeStorage.wrap(DType.F32, memory, () -> {});

    assertThat(storage.length()).isEqualTo(2);
    assertThat(new Tensor(storage, Layout.contiguous(2)).toFloats()).containsExactly(2f, 3f);
    assertThat(memory.position()).isEqualTo(4);
  }

  @Test
  void stringsNeedNotStartAtOffsetZero() {
    ByteBuffer offsets = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    offsets.putInt(0, 1).putInt(4, 2).putInt(8, 3);
    ByteBuffer bytes = ByteBuffer.wrap("abcd".getBytes(StandardCharsets.UTF_8));

    StringStorage strings = StringStorage.wrap(offsets, bytes, 2, () -> {});

    assertThat(new Tensor(strings, Layout.contiguous(2)).toStrings()).containsExactly("b", "c");
    assertThatThrownBy(() -> strings.append("x")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void growableStringsKeepTheirMemory() {
    StringStorage strings = StringStorage.growable();
    for (int i = 0; i < 1000; i++) {
      strings.append("wörter " + i);
    }
    long capacity = strings.capacityBytes();
    assertThat(strings.get(999)).isEqualTo("wörter 999");
    strings.clear();
    strings.append("");
    strings.append(StringStorage.of("a", "bc"), 1);
    assertThat(strings.length()).isEqualTo(2);
    assertThat(strings.get(0)).isEmpty();
    assertThat(strings.get(1)).isEqualTo("bc");
    assertThat(strings.capacityBytes()).isEqualTo(capacity);
  }

  @Test
  void subByteElementsArePackedLowBitsFirst() {
    Tensor nibbles = Tensor.wrap(DType.I4, new byte[] {(byte) 0xf1, 0x07}, 3);
    assertThat(nibbles.toLongs()).containsExactly(1, -1, 7);
    assertThat(Tensor.wrap(DType.U2, new byte[] {(byte) 0b11_10_01_00}, 4).toLongs())
        .containsExactly(0, 1, 2, 3);
  }

  @Test
  void unsignedNumbersReadAsWhatTheyMean() {
    assertThat(Tensor.wrap(DType.U64, new long[] {-1}, 1).toDoubles()).containsExactly(0x1p64);
    assertThat(Tensor.wrap(DType.U32, new int[] {-1}, 1).toLongs()).containsExactly(4294967295L);
    assertThat(Tensor.wrap(DType.U8, new byte[] {-1}, 1).toLongs()).containsExactly(255);
  }

  @Test
  void aSliceMustFitItsArray() {
    assertThatThrownBy(() -> HeapStorage.wrap(DType.F32, new float[4], 2, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HeapStorage.wrap(DType.F32, new int[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FLOATS");
  }
}
