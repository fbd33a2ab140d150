package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What optimizers and compilers make of branches. */
class ArmsTest extends RuleFixture {
  private final ValueId x = rows("x", 8);

  private ValueId product(long columns) {
    return apply(new MatMul(), x, weights(8, columns));
  }

  private ValueId join(ValueId... exits) {
    return Branches.join(graph, "either", x, List.of(exits));
  }

  /** The bias is part of a pattern that spans the branch. */
  private ValueId biased(ValueId value) {
    return apply(new Softmax(-1, false), unary(OpKind.RELU, add(value, weights(3))));
  }

  private CompiledGraph compile(ValueId target) {
    // of a copy, so that the graph may grow before it runs
    return CompiledGraph.compile(named(target).compacted(), CompileOptions.on(Cpu.BACKEND));
  }

  private Object[] run(CompiledGraph compiled) {
    float[] rows = new float[24];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (i * 7 % 11) / 4f - 1;
    }
    Map<String, Tensor> inputs = new HashMap<>();
    inputs.put("x", Tensor.of(rows, 3, 8));
    if (named(x).inputs().containsKey("lengths")) {
      inputs.put("lengths", Tensor.of(new float[] {8, 3}, 2));
    }
    try (ExecutableGraph executable = compiled.newExecutable()) {
      return Cpu.elements((Tensor) executable.run(inputs).get("y0"));
    }
  }

  @Test
  void aBranchedGraphIsPlannedLikeItsFirstArmsAlone() {
    CompiledGraph plain = compile(biased(product(3)));
    ValueId longer = apply(new MatMul(), product(5), weights(5, 3));
    CompiledGraph branched = compile(biased(join(product(3), longer)));
    assertThat(branched.explain(3, Map.of())).isEqualTo(plain.explain(3, Map.of()));
    assertThat(branched.weightBytes()).isEqualTo(plain.weightBytes());
    assertThat(run(branched)).isEqualTo(run(plain));
  }

  @Test
  void branchesInArmsAreDecidedToo() {
    ValueId inner = join(product(3), unary(OpKind.NEG, product(3)));
    CompiledGraph branched = compile(biased(join(unary(OpKind.EXP, inner), product(3))));
    CompiledGraph plain = compile(biased(unary(OpKind.EXP, product(3))));
    assertThat(branched.explain(3, Map.of())).isEqualTo(plain.explain(3, Map.of()));
    assertThat(run(branched)).isEqualTo(run(plain));
  }

  @Test
  void otherArmsMayDependOnDataAndLieOnDevicesWithoutKernels() {
    ValueId lengths = input("lengths", DType.F32, shape(2));
    ValueId turned = apply(new Reshape(false), x, apply(new Cast(DType.I64), lengths));
    ValueId flat = apply(new Reshape(false), turned, longs(-1));
    ValueId last = apply(new Reduce(OpKind.REDUCE_SUM, true, false), flat, longs(0));
    ValueId far = unary(OpKind.TANH, x);
    graph.place(far.node(), SecondDevice.ID);
    ValueId branch = join(unary(OpKind.EXP, x), far, add(unary(OpKind.NEG, x), last));
    CompiledGraph compiled =
        CompiledGraph.compile(
            named(branch), CompileOptions.on(new SecondDevice(kind -> false).besideHost()));
    assertThat(run(compiled)).isEqualTo(run(compile(unary(OpKind.EXP, x))));
    assertThat(compiled.runsInSegments()).isFalse();
  }

  @Test
  void aBranchThatIsOrderedStaysWithItsFirstArm() {
    ValueId branch = join(product(3), unary(OpKind.NEG, product(3)));
    ValueId late = unary(OpKind.EXP, x);
    graph.orderAfter(late.node(), branch.node());
    ValueId target = apply(new MatMul(), late, apply(new Identity(), weights(8, 3)));
    CompiledGraph compiled = compile(add(branch, target));
    String plan = compiled.explain(3, Map.of());
    assertThat(plan).doesNotContain("neg").contains("exp");
    ValueId plain = add(product(3), apply(new MatMul(), unary(OpKind.EXP, x), weights(8, 3)));
    assertThat(run(compiled)).isEqualTo(run(compile(plain)));
  }

  @Test
  void armsMayWorkInPlace() {
    ValueId start = product(3);
    ValueId written = apply(new InPlace(OpKind.RELU), start);
    ValueId zeros = apply(new ZeroFill(), start);
    ValueId branch = Branches.join(graph, "either", start, List.of(written, zeros));
    ValueId doubled = apply(new InPlace(OpKind.NEG), branch);
    Object[] expected = run(compile(add(unary(OpKind.NEG, unary(OpKind.RELU, product(3))), start)));
    assertThat(run(compile(add(doubled, start)))).isEqualTo(expected);
  }

  @Test
  void optimizingKeepsTheBranchAndItsBits() {
    ValueId other = unary(OpKind.EXP, add(product(3), weights(3)));
    ValueId branch = join(add(product(3), weights(3)), other);
    optimize(unary(OpKind.RELU, branch))
        .leaves(OpKind.DENSE, OpKind.DENSE, OpKind.EXP, OpKind.BRANCH, OpKind.RELU)
        .sameBits();
  }

  @Test
  void equalNodesBeforeABranchAreOne() {
    ValueId sum = add(unary(OpKind.EXP, x), unary(OpKind.EXP, x));
    ValueId branch =
        Branches.join(
            graph, "either", sum, List.of(unary(OpKind.RELU, sum), unary(OpKind.RELU, sum)));
    optimize(branch)
        .applied("common-subexpression", 1)
        .leaves(OpKind.FUSED_ELEMENTWISE, OpKind.RELU, OpKind.RELU, OpKind.BRANCH)
        .sameBits();
  }

  @Test
  void anArmThatFoldsIsStillAnArm() {
    ValueId start = input("z", DType.I64, shape(1));
    ValueId fixed = apply(new ShapeOp.ShapeOf(0, Long.MAX_VALUE), start);
    ValueId branch = apply(new BranchOp("end"), unary(OpKind.ABS, start), fixed);
    Optimized optimized = optimize(branch).leaves(OpKind.ABS, OpKind.BRANCH).sameBits();
    NamedGraph named = optimized.named();
    Graph rewritten = named.graph();
    assertThat(Branches.of(rewritten, named.outputs().values()).get(0).arms())
        .extracting(arm -> arm.nodes().stream().map(node -> rewritten.op(node).kind()).toList())
        .containsExactly(List.of(OpKind.ABS), List.of());
  }

  @Test
  void whatIsWrittenBehindABranchIsNotTheState() {
    ValueId state = input("state", DType.F32, shape(3));
    graph.markSession(state);
    ValueId own = unary(OpKind.RELU, state);
    ValueId second = apply(new Cast(DType.F32), state);
    ValueId branch = apply(new BranchOp("end"), own, second);
    ValueId zeros = apply(new ZeroFill(), branch);
    optimize(zeros, apply(new Copy(), state))
        .leaves(OpKind.RELU, OpKind.CAST, OpKind.BRANCH, OpKind.ZERO_FILL, OpKind.COPY);
  }
}
