package io.pelton.cuda.kernel.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class EmbeddingTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  /** In any strides on the heap. */
  private static Tensor indices(RandomTensors tensors, DType dtype, int length, long... dims) {
    Tensor indices = KernelTwins.strided(tensors, dtype, dims);
    HeapStorage storage = (HeapStorage) indices.storage();
    for (int i = 0; i < storage.length(); i++) {
      int index = tensors.random().nextInt(2 * length) - length;
      if (dtype == DType.I64) {
        storage.longs()[storage.base() + i] = index;
      } else {
        storage.ints()[storage.base() + i] = index;
      }
    }
    return indices;
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void rowsOfSeveralTablesAreAdded(DType dtype) {
    for (long seed = 0; seed < 20; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      DType index = seed % 2 == 0 ? DType.I64 : DType.I32;
      long columns = 1L + tensors.random().nextInt(40);
      Tensor words = KernelTwins.strided(tensors, dtype, 9, columns);
      Tensor types = KernelTwins.strided(tensors, dtype, 2, columns);
      Tensor positions = KernelTwins.strided(tensors, dtype, 4, columns);
      Tensor ofWords = indices(tensors, index, 9, 3, 4);
      Tensor ofTypes = indices(tensors, index, 2, 3, 1);
      twins.check(new EmbeddingSum(), words, types, positions, ofWords, ofTypes, null);
      twins.check(new EmbeddingSum(), 3, 2, words, types, positions, ofWords, ofTypes, null);
      twins.check(new EmbeddingSum(), words, indices(tensors, index, 9));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void manyTablesAreAddedInTheirOrder(DType dtype) {
    RandomTensors tensors = new RandomTensors(1);
    List<Tensor> operands = new ArrayList<>();
    for (int i = 0; i < 19; i++) {
      operands.add(tensors.packed(dtype, 5, 70));
    }
    for (int i = 0; i < 19; i++) {
      operands.add(i == 3 ? null : indices(tensors, DType.I64, 5, 5));
    }
    twins.check(new EmbeddingSum(), operands.toArray(new Tensor[0]));
    Twins.check(new EmbeddingSum(), operands.toArray(new Tensor[0]));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void bagsAreAddedInTheOrderOfReductions(DType dtype) {
    for (long seed = 0; seed < 20; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      DType index = seed % 2 == 0 ? DType.I64 : DType.I32;
      Tensor table = KernelTwins.strided(tensors, dtype, 9, 1 + tensors.random().nextInt(9));
      Tensor bags = indices(tensors, index, 9, 5, 2, tensors.random().nextInt(60));
      twins.check(new EmbeddingBag(OpKind.REDUCE_SUM), table, bags);
      twins.check(new EmbeddingBag(OpKind.REDUCE_MEAN), table, bags);
      twins.check(new EmbeddingBag(OpKind.REDUCE_MEAN), 5, 3, table, bags);
      twins.check(new EmbeddingBag(OpKind.REDUCE_SUM), table, indices(tensors, index, 9, 17));
    }
  }

  @Test
  void largeTablesAreReadByManyBlocks() {
    RandomTensors tensors = new RandomTensors(2);
    Tensor table = tensors.packed(DType.F32, 50, 384);
    Tensor indices = Tensor.of(tensors.random().longs(14, 0, 50).toArray(), 2, 7);
    Twins.check(new EmbeddingSum(), table, table, indices, indices);
    Twins.check(new EmbeddingBag(OpKind.REDUCE_MEAN), table, indices);
    Twins.check(new EmbeddingBag(OpKind.REDUCE_SUM), Tensor.of(new float[0], 3, 0), indices(3));
  }

  private static Tensor indices(int count) {
    return Tensor.of(new long[count], count);
  }

  @Test
  void theFirstIndexThatIsOutsideIsRefused() {
    Tensor words = Tensor.of(new float[6], 3, 2);
    Tensor types = Tensor.of(new float[4], 2, 2);
    Tensor ofWords = Tensor.of(new long[] {0, 1, 2, 3}, 4);
    Tensor ofTypes = Tensor.of(new long[] {0, 1, -3, 0}, 4);
    assertThatThrownBy(() -> Twins.onDevice(new EmbeddingSum(), words, types, ofWords, ofTypes))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("Node 'node' (EmbeddingSum): index -3 is outside of [-2, 1]");
    assertThatThrownBy(
            () -> twins.onDevice(new EmbeddingSum(), 4, 4, words, types, ofWords, ofTypes))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(2));
    Tensor bags = new Tensor(ofWords.storage(), Layout.contiguous(2, 2));
    assertThatThrownBy(() -> twins.onDevice(new EmbeddingBag(OpKind.REDUCE_SUM), 2, 2, words, bags))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(1))
        .hasMessageContaining("index 3 is outside of [-3, 2]");
    assertThat(Cpu.elements(Twins.onDevice(new EmbeddingSum(), words, indices(1)).get(0)))
        .containsExactly(0.0, 0.0);
  }
}
