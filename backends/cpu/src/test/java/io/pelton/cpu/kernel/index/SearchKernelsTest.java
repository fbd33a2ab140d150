package io.pelton.cpu.kernel.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.graph.IndexOp.DistinctSlices;
import io.pelton.engine.graph.IndexOp.SelectBoxes;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What says where elements are, and how many. */
class SearchKernelsTest {
  private static final SymbolId COUNT = new SymbolId("count");

  /** All outputs of a node; null operands are absent. */
  private static List<Tensor> run(Op op, Tensor... operands) {
    Graph graph = new Graph();
    List<ValueId> values = new ArrayList<>();
    for (Tensor operand : operands) {
      values.add(
          operand == null
              ? ValueId.ABSENT
              : graph.input(
                  "x" + values.size(),
                  ValueType.tensor(operand.dtype(), Shape.fixed(operand.dims()))));
    }
    NodeId node = graph.add("node", op, values);
    List<Tensor> outputs = new ArrayList<>();
    for (ValueType type : graph.types(node)) {
      TensorType tensor = (TensorType) type;
      outputs.add(Tensor.allocate(tensor.dtype(), tensor.shape().dims()));
    }
    FixedKernel kernel =
        (FixedKernel) Cpu.BACKEND.table().lookup(BindingKey.of(graph, node, "cpu")).get(0).kernel();
    NodeSpec spec = new NodeSpec("node", op, graph.inference(node), 1, new Prepared());
    Operand[] in =
        Arrays.stream(operands)
            .map(operand -> operand == null ? null : Operand.on(operand))
            .toArray(Operand[]::new);
    Operand[] out = outputs.stream().map(Operand::on).toArray(Operand[]::new);
    kernel.bind(spec, in, out).run(1);
    return outputs;
  }

  private static List<Tensor> distinct(boolean sorted, Tensor data) {
    return run(new DistinctSlices(0, sorted, COUNT), data);
  }

  @Test
  void distinctNumbersAreSortedOrInOrder() {
    Tensor data = Tensor.of(new float[] {2, Float.NaN, 1, 2, -0f, 0f, Float.NaN}, 7);
    List<Tensor> sorted = distinct(true, data);
    assertThat(sorted.get(3).toLongs()).containsExactly(4);
    assertThat(sorted.get(0).toLongs()).containsExactly(4, 2, 0, 1, 0, 0, 0);
    assertThat(sorted.get(1).toLongs()).containsExactly(2, 3, 1, 2, 0, 0, 3);
    assertThat(sorted.get(2).toLongs()).containsExactly(2, 1, 2, 2, 0, 0, 0);
    List<Tensor> inOrder = distinct(false, data);
    assertThat(inOrder.get(0).toLongs()).containsExactly(0, 1, 2, 4, 0, 0, 0);
    assertThat(inOrder.get(1).toLongs()).containsExactly(0, 1, 2, 0, 3, 3, 1);
  }

  @Test
  void manyNumbersAreSortedAsATreeWould() {
    Random random = new Random(5);
    long[] numbers = random.longs(3_000, -500, 500).toArray();
    TreeMap<Long, Long> counts = new TreeMap<>();
    Arrays.stream(numbers).forEach(number -> counts.merge(number, 1L, Long::sum));
    List<Tensor> found = distinct(true, Tensor.of(numbers, numbers.length));
    int count = (int) found.get(3).toLongs()[0];
    assertThat(count).isEqualTo(counts.size());
    long[] firsts = Arrays.copyOf(found.get(0).toLongs(), count);
    assertThat(Arrays.stream(firsts).map(first -> numbers[(int) first]).boxed())
        .containsExactlyElementsOf(counts.keySet());
    assertThat(Arrays.stream(found.get(2).toLongs()).limit(count).boxed())
        .containsExactlyElementsOf(counts.values());
  }

  @Test
  void slicesOfAnyAxisCompareByTheFirstElementThatDiffers() {
    Tensor data = Tensor.of(new long[] {1, 0, 1, 0, 2, 1, 2, 0}, 2, 4);
    List<Tensor> found = run(new DistinctSlices(-1, true, COUNT), data);
    // the slices are [1, 2], [0, 1], [1, 2] and [0, 0]
    assertThat(found.get(3).toLongs()).containsExactly(3);
    assertThat(found.get(0).toLongs()).containsExactly(3, 1, 0, 0);
    assertThat(found.get(1).toLongs()).containsExactly(2, 1, 2, 0);
  }

  @Test
  void unsignedNumbersAndStringsHaveTheirOwnOrder() {
    Tensor unsigned = Tensor.wrap(DType.U64, new long[] {-1, 1}, 2);
    assertThat(distinct(true, unsigned).get(0).toLongs()).containsExactly(1, 0);
    Tensor texts = Tensor.of(new String[] {"\uFFEE", "b", "\uD83D\uDE00", "ba", "b"}, 5);
    assertThat(distinct(true, texts).get(0).toLongs()).containsExactly(1, 3, 0, 2, 0);
    assertThat(distinct(true, Tensor.of(new long[0], 0)).get(3).toLongs()).containsExactly(0);
  }

  private static final Tensor BOXES =
      Tensor.of(
          new float[] {
            0, 0, 1, 1,
            // overlaps the first by 0.9 of 1.1
            0, 0.1f, 1, 1.1f,
            0, 10, 1, 11,
            // turned around
            1, 1, 0, 0
          },
          1,
          4,
          4);

  private static List<Tensor> select(long most, float overlap, Float least, float... scores) {
    Tensor bound = least == null ? null : Tensor.of(new float[] {least}, 1);
    return run(
        new SelectBoxes(false, COUNT),
        BOXES,
        Tensor.of(scores, 1, scores.length / 4, 4),
        Tensor.of(new long[] {most}, 1),
        Tensor.of(new float[] {overlap}),
        bound);
  }

  @Test
  void boxesThatOverlapTooMuchAreLeftOut() {
    List<Tensor> found = select(4, 0.5f, null, 0.9f, 0.95f, 0.1f, 0.9f);
    assertThat(found.get(1).toLongs()).containsExactly(2);
    assertThat(found.get(0).toLongs()).startsWith(0, 0, 1, 0, 0, 2).endsWith(0, 0, 0, 0, 0, 0);
    assertThat(select(4, 0.5f, 0.1f, 0.9f, 0.95f, 0.1f, 0.9f).get(1).toLongs()).containsExactly(1);
    assertThat(select(0, 0.5f, null, 1, 1, 1, 1).get(1).toLongs()).containsExactly(0);
    // equal scores go by their index, and all of an area is not more than all of it
    assertThat(select(2, 1, null, 1, 1, 1, 1).get(0).toLongs()).startsWith(0, 0, 0, 0, 0, 1);
  }

  @Test
  void everyClassHasItsOwnBoxes() {
    List<Tensor> found = select(1, 0, null, 1, 2, 3, 4, 4, 3, 2, 1);
    assertThat(found.get(1).toLongs()).containsExactly(2);
    assertThat(found.get(0).toLongs()).startsWith(0, 0, 3, 0, 1, 0);
    assertThatThrownBy(() -> select(1, 2, null, 1, 2, 3, 4))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("the overlap 2.0 is outside of [0, 1]");
  }

  @Test
  void aLengthIsWithinItsBounds() {
    BindLength op = new BindLength(COUNT, 8);
    assertThat(run(op, Tensor.of(new long[] {8}, 1)).get(0).toLongs()).containsExactly(8);
    for (long length : new long[] {-1, 9}) {
      assertThatThrownBy(() -> run(op, Tensor.of(new long[] {length})))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("length " + length + " is outside of [0, 8]");
    }
  }
}
