package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import org.junit.jupiter.api.Test;

/** What a graph says of its nodes beside their ops survives rewriting. */
class SideTablesTest extends RuleFixture {
  private static final DeviceId OTHER = new DeviceId("cpu", 1);

  private final ValueId x = rows("x", 8);
  private final ValueId product = apply(new MatMul(), x, weights(8, 3));
  private final ValueId sum = add(product, weights(3));

  @Test
  void aFusedNodeRunsWhereItsPartsDid() {
    graph.place(product.node(), OTHER);
    graph.place(sum.node(), OTHER);
    Optimized optimized = optimize(sum).leaves(OpKind.DENSE);
    Graph fused = optimized.named().graph();
    assertThat(fused.placement(optimized.named().outputs().get("y0").node())).contains(OTHER);
  }

  @Test
  void partsInTwoPlacesStayApart() {
    graph.place(product.node(), OTHER);
    optimize(sum).leaves(OpKind.MATMUL, OpKind.ADD);
  }

  @Test
  void anIdentityThatWasPlacedIsACopyToThere() {
    ValueId there = apply(new Identity(), sum);
    graph.place(there.node(), OTHER);
    optimize(there).leaves(OpKind.DENSE, OpKind.IDENTITY);
  }

  @Test
  void equalNodesInTwoPlacesAreTwo() {
    ValueId one = unary(OpKind.EXP, x);
    ValueId other = unary(OpKind.EXP, x);
    graph.place(other.node(), OTHER);
    optimize(one, other).leaves(OpKind.EXP, OpKind.EXP);
  }

  @Test
  void whatIsOrderedStays() {
    ValueId relu = unary(OpKind.RELU, sum);
    ValueId late = unary(OpKind.EXP, x);
    graph.orderAfter(late.node(), sum.node());
    optimize(relu, late).leaves(OpKind.MATMUL, OpKind.ADD, OpKind.RELU, OpKind.EXP).sameBits();
  }

  @Test
  void whatOnlyAControlEdgeNeedsCountsAsAReader() {
    ValueId reader = unary(OpKind.NEG, product);
    ValueId late = unary(OpKind.EXP, x);
    graph.orderAfter(late.node(), reader.node());
    optimize(sum, late).applied("dense-bias", 0).sameBits();
  }

  @Test
  void armsThatAreEqualStayApart() {
    ValueId one = unary(OpKind.EXP, x);
    ValueId other = unary(OpKind.EXP, x);
    optimize(apply(new BranchOp("end"), one, other))
        .applied("common-subexpression", 0)
        .leaves(OpKind.EXP, OpKind.EXP, OpKind.BRANCH);
  }
}
