package io.pelton.cpu.rules;

import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttentionFusionTest extends RuleFixture {
  private static final Softmax LAST = new Softmax(-1, false);

  private final ValueId q = rows("q", 4, 5, 8);
  private final ValueId k = rows("k", 4, 6, 8);
  private final ValueId v = rows("v", 4, 6, 3);

  private ValueId turned(ValueId keys) {
    return apply(new Transpose(List.of(0, 1, 3, 2)), keys);
  }

  private ValueId scores(ValueId keys) {
    return apply(new MatMul(), q, turned(keys));
  }

  private ValueId weigh(ValueId scores, ValueId values) {
    return apply(new MatMul(), apply(LAST, scores), values);
  }

  @Test
  void scaledAndMasked() {
    ValueId mask = input("mask", DType.F32, shape(5, 6));
    ValueId divided = binary(OpKind.DIV, scores(k), scalar(Math.sqrt(8)));
    optimize(weigh(add(divided, mask), v))
        .applied("attention", 1)
        .leaves(OpKind.ATTENTION)
        .sameBits();
    ValueId multiplied = mul(scalar(0.35), scores(k));
    optimize(weigh(multiplied, v)).applied("attention", 1).leaves(OpKind.ATTENTION).sameBits();
  }

  @Test
  void unscaled() {
    optimize(weigh(scores(k), v)).applied("attention", 1).leaves(OpKind.ATTENTION).sameBits();
  }

  @Test
  void headsThatAreSplitByTransposesLoseTheirTurns() {
    ValueId projected = rows("p", 6, 32);
    ValueId split = apply(new Reshape(false), projected, longs(0, 6, 4, 8));
    ValueId keys = apply(new Transpose(List.of(0, 2, 3, 1)), split);
    ValueId y = weigh(apply(new MatMul(), q, keys), v);
    optimize(y)
        .applied("attention", 1)
        .leaves(OpKind.RESHAPE, OpKind.TRANSPOSE, OpKind.ATTENTION)
        .sameBits();
  }

  @Test
  void writtenOutSoftmax() {
    ValueId s = scores(k);
    ValueId e = unary(OpKind.EXP, binary(OpKind.SUB, s, reduce(OpKind.REDUCE_MAX, s, 3)));
    ValueId w = binary(OpKind.DIV, e, reduce(OpKind.REDUCE_SUM, e, 3));
    optimize(apply(new MatMul(), w, v))
        .applied("softmax", 1)
        .applied("attention", 1)
        .leaves(OpKind.ATTENTION)
        .within(1e-6);
  }

  private ValueId repeated(ValueId heads, long at, long length, long features) {
    ValueId split = apply(new Unsqueeze(), heads, longs(at));
    long[] stretched =
        at == 2 ? new long[] {1, 2, 2, length, features} : new long[] {1, 2, 2, 1, 1};
    ValueId wide = apply(new Expand(), split, longs(stretched));
    return apply(new Reshape(false), wide, longs(-1, 4, length, features));
  }

  @Test
  void groupedHeads() {
    ValueId fewKeys = rows("fewKeys", 2, 6, 8);
    ValueId fewValues = rows("fewValues", 2, 6, 3);
    ValueId y = weigh(scores(repeated(fewKeys, 2, 6, 8)), repeated(fewValues, 2, 6, 3));
    optimize(y)
        .applied("attention", 1)
        .applied("attention-grouped-heads", 1)
        .leaves(OpKind.ATTENTION)
        .sameBits();
  }

  @Test
  void headsThatAreTiledStay() {
    ValueId fewKeys = rows("fewKeys", 2, 6, 8);
    ValueId fewValues = rows("fewValues", 2, 6, 3);
    ValueId y = weigh(scores(repeated(fewKeys, 1, 6, 8)), repeated(fewValues, 1, 6, 3));
    optimize(y).applied("attention", 1).applied("attention-grouped-heads", 0).sameBits();
  }

  @Test
  void anotherAxisStays() {
    ValueId w = apply(new Softmax(2, false), scores(k));
    optimize(apply(new MatMul(), w, v)).applied("attention", 0).sameBits();
  }

  @Test
  void weightsThatAreReadElsewhereStay() {
    ValueId w = apply(LAST, scores(k));
    optimize(apply(new MatMul(), w, v), w).applied("attention", 0).sameBits();
  }

  @Test
  void aScaleThatIsNoScalarStays() {
    ValueId perHead = constant(Tensor.of(new float[] {1, 2, 3, 4}, 4, 1, 1));
    optimize(weigh(mul(scores(k), perHead), v)).applied("attention", 0).sameBits();
  }

  @Test
  void aMaskThatWidensStays() {
    ValueId one = rows("one", 4, 1, 8);
    ValueId s = apply(new MatMul(), one, turned(k));
    optimize(weigh(add(s, weights(5, 6)), v)).applied("attention", 0).sameBits();
  }
}
