package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgebraicTest extends RuleFixture {
  private final ValueId x = rows("x", 4, 6);

  private ValueId transpose(ValueId value, Integer... order) {
    return apply(new Transpose(List.of(order)), value);
  }

  private ValueId cast(ValueId value, DType to) {
    return apply(new Cast(to), value);
  }

  @Test
  void whatChangesNothingGoes() {
    ValueId same = cast(apply(new Identity(), x), DType.F32);
    ValueId turned = transpose(same, 0, 1, 2);
    ValueId joined = apply(new Concat(1), apply(new Reshape(false), turned, longs(0, 4, 6)));
    optimize(unary(OpKind.EXP, joined)).leaves(OpKind.EXP).sameBits();
  }

  @Test
  void anInputThatIsATargetThroughAnIdentity() {
    optimize(apply(new Identity(), x)).leaves().sameBits();
  }

  @Test
  void neutralOperands() {
    ValueId y = binary(OpKind.DIV, mul(scalar(1), x), scalar(1));
    y = add(binary(OpKind.SUB, y, scalar(0)), scalar(-0.0));
    optimize(unary(OpKind.EXP, y)).applied("neutral-operand", 4).leaves(OpKind.EXP).sameBits();
    optimize(
            unary(
                OpKind.EXP,
                add(rows("ids", DType.F64, 3), constant(Tensor.of(new double[] {-0.0})))))
        .leaves(OpKind.EXP)
        .sameBits();
  }

  @Test
  void whatChangesTheSignOfZeroOrTheShapeStays() {
    optimize(add(x, scalar(0)), binary(OpKind.SUB, x, scalar(-0.0)))
        .applied("neutral-operand", 0)
        .sameBits();
    ValueId one = constant(Tensor.of(new float[] {1}, 1, 1, 1, 1));
    optimize(mul(x, one)).applied("neutral-operand", 0).sameBits();
    optimize(binary(OpKind.SUB, scalar(0), x)).applied("neutral-operand", 0).sameBits();
  }

  @Test
  void squares() {
    optimize(binary(OpKind.POW, x, scalar(2))).leaves(OpKind.MUL).sameBits();
    optimize(binary(OpKind.POW, x, scalar(2.5))).leaves(OpKind.POW).sameBits();
    optimize(binary(OpKind.POW, rows("z", DType.F16, 40), constant(half(2))))
        .applied("square-as-product", 1)
        .sameBits();
  }

  private static Tensor half(float value) {
    short bits = Half.doubleToF16(value);
    return Tensor.wrap(DType.F16, new short[] {bits});
  }

  @Test
  void involutions() {
    ValueId y = unary(OpKind.NEG, unary(OpKind.NEG, unary(OpKind.RELU, unary(OpKind.RELU, x))));
    optimize(y).applied("involution", 2).leaves(OpKind.RELU).sameBits();
    optimize(unary(OpKind.NEG, unary(OpKind.ABS, x))).applied("involution", 0).sameBits();
  }

  @Test
  void transposesOfTransposes() {
    ValueId once = transpose(x, 0, 2, 1);
    optimize(unary(OpKind.EXP, transpose(once, 0, 2, 1)), once)
        .leaves(OpKind.EXP, OpKind.TRANSPOSE)
        .sameBits();
    ValueId y = rows("y", 2, 3, 5);
    ValueId turned = transpose(transpose(y, 0, 2, 3, 1), 0, 3, 1, 2);
    ValueId other = transpose(transpose(y, 0, 2, 3, 1), 0, 2, 1, 3);
    optimize(unary(OpKind.EXP, turned), unary(OpKind.EXP, other))
        .leaves(OpKind.EXP, OpKind.TRANSPOSE, OpKind.EXP)
        .sameBits();
  }

  @Test
  void regroupings() {
    ValueId there = apply(new Unsqueeze(), x, longs(1, 3));
    optimize(unary(OpKind.EXP, apply(new Squeeze(), there, longs(1, 3))))
        .applied("regrouping-round-trip", 1)
        .leaves(OpKind.EXP)
        .sameBits();
    ValueId flat = apply(new Flatten(1), x);
    ValueId reshaped = apply(new Reshape(false), flat, longs(-1, 3, 8));
    optimize(unary(OpKind.EXP, reshaped))
        .applied("reshape-of-regrouping", 1)
        .leaves(OpKind.RESHAPE, OpKind.EXP)
        .sameBits();
    ValueId copied = apply(new Reshape(false), flat, longs(0, 3, 8));
    optimize(copied).applied("reshape-of-regrouping", 0).sameBits();
  }

  @Test
  void expansionsThatStretchNothing() {
    optimize(unary(OpKind.EXP, apply(new Expand(), x, longs(1, 6)))).leaves(OpKind.EXP).sameBits();
    optimize(apply(new Expand(), x, longs(2, 1, 4, 6))).leaves(OpKind.EXPAND);
  }

  @Test
  void shapesThatAreKnownAreFolded() {
    ValueId lengths = apply(new ShapeOf(0, Integer.MAX_VALUE), x);
    ValueId last = apply(new Gather(0), lengths, longs(2));
    ValueId target = apply(new Concat(0), longs(-1), mul(last, longs(4)));
    optimize(apply(new Reshape(false), x, target)).leaves(OpKind.RESHAPE).sameBits();
  }

  @Test
  void weightsAreFoldedAndHugeResultsAreNot() {
    ValueId folded = add(mul(weights(6), weights(4, 6)), scalar(2));
    optimize(add(x, folded)).leaves(OpKind.ADD).sameBits();
    ValueId huge = apply(new Expand(), weights(1, 1, 6), longs(3000, 1000, 6));
    assertThat(optimize(huge).kinds()).containsExactly(OpKind.EXPAND);
  }

  @Test
  void deadTensorsAreNotKept() {
    ValueId folded = add(x, mul(weights(4, 6), weights(6)));
    Optimized optimized = optimize(folded);
    // x, the product, the sum
    assertThat(optimized.named().graph().size()).isEqualTo(3);
  }

  @Test
  void equalNodesAreOne() {
    ValueId a = unary(OpKind.EXP, mul(x, scalar(3)));
    ValueId b = unary(OpKind.EXP, mul(x, scalar(3)));
    ValueId c = unary(OpKind.EXP, mul(x, scalar(4)));
    optimize(reduce(OpKind.REDUCE_SUM, a, 1), reduce(OpKind.REDUCE_SUM, b, 2), c)
        .applied("common-subexpression", 3)
        .leaves(
            OpKind.FUSED_ELEMENTWISE,
            OpKind.REDUCE_SUM,
            OpKind.REDUCE_SUM,
            OpKind.FUSED_ELEMENTWISE)
        .sameBits();
  }

  @Test
  void zerosOfBothSignsAreTwo() {
    ValueId plus = binary(OpKind.DIV, x, scalar(0));
    ValueId minus = binary(OpKind.DIV, x, scalar(-0.0));
    optimize(plus, minus).leaves(OpKind.DIV, OpKind.DIV).sameBits();
  }

  @Test
  void everySlotOfEqualNodesIsOne() {
    ValueId first = apply(new DynamicQuantize(true), x);
    ValueId second = apply(new DynamicQuantize(true), x);
    optimize(
            new ValueId(first.node(), 0),
            new ValueId(second.node(), 1),
            new ValueId(second.node(), 2))
        .applied("common-subexpression", 1)
        .leaves(OpKind.DYNAMIC_QUANTIZE)
        .sameBits();
  }

  @Test
  void memoryOfItsOwnStaysApart() {
    ValueId one = apply(new ZeroFill(), apply(new Copy(), x));
    ValueId other = apply(new ZeroFill(), apply(new Copy(), x));
    optimize(one, other)
        .applied("common-subexpression", 0)
        .leaves(OpKind.COPY, OpKind.ZERO_FILL, OpKind.COPY, OpKind.ZERO_FILL);
  }

  @Test
  void castsOverAWiderDtype() {
    DType[] dtypes = {
      DType.BOOL,
      DType.I8,
      DType.U8,
      DType.I16,
      DType.U16,
      DType.I32,
      DType.U32,
      DType.I64,
      DType.U64,
      DType.F16,
      DType.BF16,
      DType.F32,
      DType.F64
    };
    int shortened = 0;
    for (DType from : dtypes) {
      for (DType middle : dtypes) {
        for (DType to : dtypes) {
          shortened += shortened(from, middle, to);
        }
      }
    }
    assertThat(shortened).isGreaterThan(300);
  }

  private int shortened(DType from, DType middle, DType to) {
    Tensor elements = random.packed(from, 40);
    Tensor expected = Cpu.evaluate(new Cast(to), Cpu.evaluate(new Cast(middle), elements));
    CastChain chain = new CastChain(from, middle, to);
    assertThat(Cpu.elements(chain.run(elements)))
        .as("%s over %s to %s", from, middle, to)
        .isEqualTo(Cpu.elements(expected));
    return chain.casts() < 2 ? 1 : 0;
  }
}
