package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Det;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.Window;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Products, convolutions, embeddings and what is quantized. */
final class ProductExamples {
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);
  private static final Window WINDOW =
      new Window(List.of(2, 1), List.of(1, 0), List.of(1, 1), List.of(1, 1));

  private final BindingKey key;
  private final DType dtype;
  private final RandomTensors tensors;

  private ProductExamples(BindingKey key, RandomTensors tensors) {
    this.key = key;
    this.dtype = key.inputs().get(0);
    this.tensors = tensors;
  }

  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    return new ProductExamples(key, tensors).candidates();
  }

  private Stream<RowExample> candidates() {
    OpKind kind = key.kind();
    return switch (kind) {
      case MATMUL ->
          Stream.of(
              RowExample.of(new MatMul(), next(ROWS, 5), next(5, 3)),
              RowExample.of(new MatMul(), next(ROWS, 5), next(5)),
              RowExample.of(new MatMul(), next(ROWS, 2, 5), next(5, 3)),
              RowExample.of(new MatMul(), Set.of(1), next(2, 5), next(ROWS, 5, 3)),
              RowExample.of(new MatMul(), Set.of(0, 1), next(ROWS, 2, 5), next(ROWS, 5, 3)));
      case GEMM -> one(new Gemm(2, 3, false, true), next(ROWS, 5), next(3, 5), next(3));
      case DENSE ->
          Stream.of(
              RowExample.of(new Dense(Activation.NONE), next(ROWS, 5), next(5, 3), next(3)),
              RowExample.of(
                  new Dense(Activation.RELU),
                  Set.of(0, 3),
                  next(ROWS, 5),
                  next(5, 3),
                  next(3),
                  next(ROWS, 3)));
      case GROUPED_MATMUL -> expertProducts();
      case CONV ->
          one(new Conv(WINDOW, 2, Activation.RELU), next(ROWS, 4, 5, 4), next(6, 2, 2, 2), next(6));
      case DET -> one(new Det(), next(ROWS, 2, 3, 3));
      case MAX_POOL, AVERAGE_POOL, SUM_POOL ->
          one(new Pool(kind, List.of(2, 2), WINDOW, true), next(ROWS, 2, 5, 4));
      case ATTENTION -> attentions();
      case EMBEDDING_SUM ->
          one(
              new EmbeddingSum(),
              Set.of(2),
              next(6, 4),
              next(5, 4),
              indices(6, ROWS, 3),
              indices(5, 3));
      case EMBEDDING_BAG ->
          Stream.of(OpKind.REDUCE_SUM, OpKind.REDUCE_MEAN)
              .map(
                  sum ->
                      RowExample.of(
                          new EmbeddingBag(sum), Set.of(1), next(6, 4), indices(6, ROWS, 3)));
      case QUANTIZE -> {
        DType to = key.outputs().get(0);
        Op op = new Quantize(1, to);
        Tensor x = next(ROWS, 4);
        Tensor scale = Cpu.evaluate(new Cast(dtype), Tensor.of(new float[] {.5f, 1, 2, 4}, 4));
        yield Stream.of(
            RowExample.of(op, x, scale), RowExample.of(op, x, scale, tensors.packed(to, 4)));
      }
      case DEQUANTIZE -> {
        Tensor scale = tensors.packed(key.outputs().get(0));
        Tensor x = next(ROWS, 4);
        yield Stream.of(
            RowExample.of(new Dequantize(1), x, scale),
            RowExample.of(new Dequantize(1), x, scale, next()));
      }
      case DYNAMIC_QUANTIZE -> one(new DynamicQuantize(true), next(ROWS, 2, 5));
      case MATMUL_INTEGER ->
          integers(
              new MatMulInteger(), new long[] {ROWS, 5}, new long[] {5, 3}, new long[] {ROWS, 1});
      case CONV_INTEGER ->
          integers(
              new ConvInteger(WINDOW, 2),
              new long[] {ROWS, 4, 5, 4},
              new long[] {6, 2, 2, 2},
              new long[0]);
      case QUANTIZED_DENSE ->
          quantized(
              new QuantizedDense(Activation.RELU), new long[] {ROWS, 5}, new long[] {5, 3}, 3);
      case QUANTIZED_CONV ->
          quantized(
              new QuantizedConv(WINDOW, 2, Activation.RELU),
              new long[] {ROWS, 4, 5, 4},
              new long[] {6, 2, 2, 2},
              6);
      default -> Stream.empty();
    };
  }

  private Stream<RowExample> expertProducts() {
    GroupedMatMul op = new GroupedMatMul(0, true);
    Tensor weights = next(4, 5, 3);
    long[] experts = tensors.random().longs(2 * ROWS, 0, 4).toArray();
    return Stream.of(DType.I64, DType.I32)
        .map(chosen -> Cpu.evaluate(new Cast(chosen), Tensor.of(experts, ROWS, 2)))
        .flatMap(
            chosen ->
                Stream.of(
                    RowExample.of(op, Set.of(0, 2), next(ROWS, 5), weights, chosen),
                    RowExample.of(
                        op, Set.of(0, 2), next(ROWS, 2, 5), weights, chosen, next(4, 3))));
  }

  private static Stream<RowExample> one(Op op, Tensor... operands) {
    return Stream.of(RowExample.of(op, operands));
  }

  private static Stream<RowExample> one(Op op, Set<Integer> rowOperands, Tensor... operands) {
    return Stream.of(RowExample.of(op, rowOperands, operands));
  }

  private Tensor next(long... dims) {
    return tensors.packed(dtype, dims);
  }

  private Tensor indices(int length, long... dims) {
    long[] values = new long[Cpu.count(dims)];
    Arrays.setAll(values, i -> tensors.random().nextInt(2 * length) - length);
    return Cpu.evaluate(new Cast(key.inputs().get(1)), Tensor.of(values, dims));
  }

  private Stream<RowExample> attentions() {
    Op op = new Attention(Scaling.MULTIPLY, .5, true);
    Tensor q = next(ROWS, 4, 3, 5);
    Tensor k = next(ROWS, 2, 3, 5);
    Tensor v = next(ROWS, 2, 3, 2);
    return Stream.of(
        RowExample.of(op, Set.of(0, 1, 2), q, k, v),
        RowExample.of(op, Set.of(0, 1, 2, 3), q, k, v, next(ROWS, 1, 1, 3)),
        RowExample.of(op, q, next(1, 2, 3, 5), next(1, 2, 3, 2), next(3, 3)));
  }

  /** With and without zero points. */
  private Stream<RowExample> integers(Op op, long[] left, long[] right, long[] leftZero) {
    boolean hasRows = leftZero.length > 0;
    return IntStream.range(0, 8)
        .mapToObj(
            choice -> {
              DType other = BYTES.get(choice & 1);
              Tensor zero = (choice & 2) == 0 ? null : next(leftZero);
              Tensor otherZero = (choice & 4) == 0 ? null : tensors.packed(other);
              Set<Integer> rows = hasRows && zero != null ? Set.of(0, 2) : Set.of(0);
              return RowExample.of(
                  op, rows, next(left), tensors.packed(other, right), zero, otherZero);
            });
  }

  /** With and without zero points and bias. */
  private Stream<RowExample> quantized(Op op, long[] left, long[] right, int channels) {
    Tensor scale = Tensor.of(new float[] {.25f});
    return IntStream.range(0, 16)
        .mapToObj(
            choice -> {
              DType other = BYTES.get(choice & 1);
              return RowExample.of(
                  op,
                  next(left),
                  scale,
                  (choice & 2) == 0 ? null : next(),
                  tensors.packed(other, right),
                  scale,
                  (choice & 4) == 0 ? null : tensors.packed(other),
                  (choice & 8) == 0 ? null : tensors.packed(DType.F32, channels));
            });
  }
}
