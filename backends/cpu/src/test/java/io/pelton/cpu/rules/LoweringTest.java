package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.optimize.Coverage;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.RuleRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoweringTest extends RuleFixture {
  private final ValueId x = rows("x", 8);

  /** The backend as if it had no kernels for these kinds. */
  private Optimized optimizedWithout(Set<OpKind> missing, ValueId... targets) {
    Coverage all = Coverage.of(Cpu.BACKEND);
    Coverage some =
        (graph, op, operands, outputs) ->
            !missing.contains(op.kind()) && all.covers(graph, op, operands, outputs);
    return new Optimized(named(targets), RuleRegistry.standard(evaluator(), some), random);
  }

  @Test
  void opsWithoutKernelsAreDecomposed() {
    ValueId dense = apply(new Dense(Activation.TANH), x, weights(8, 8), weights(8));
    ValueId norm = apply(new LayerNorm(-1, 1e-5f), dense, weights(8));
    Optimized optimized =
        optimizedWithout(Set.of(OpKind.DENSE, OpKind.LAYER_NORM, OpKind.GELU), norm);
    optimized.applied("decompose", 2).sameBits();
    assertThat(optimized.kinds())
        .startsWith(OpKind.MATMUL)
        .contains(OpKind.REDUCE_MEAN)
        .doesNotContain(OpKind.DENSE, OpKind.LAYER_NORM);
  }

  @Test
  void opsWithKernelsStay() {
    optimize(apply(new Gelu(Gelu.Approximation.TANH), x))
        .applied("decompose", 0)
        .leaves(OpKind.GELU)
        .sameBits();
  }

  @Test
  void nothingIsFusedIntoAnOpWithoutKernel() {
    ValueId y = unary(OpKind.RELU, add(apply(new MatMul(), x, weights(8, 3)), weights(3)));
    optimizedWithout(Set.of(OpKind.DENSE, OpKind.FUSED_ELEMENTWISE), y)
        .leaves(OpKind.MATMUL, OpKind.ADD, OpKind.RELU)
        .sameBits();
  }

  @Test
  void anOpThatIsPartOfItsOwnDecompositionEnds() {
    ValueId image = rows("image", 2, 4, 4);
    Conv conv = new Conv(Window.plain(2), 1, Activation.RELU);
    ValueId y = apply(conv, image, weights(3, 2, 2, 2), weights(3));
    assertThat(optimizedWithout(Set.of(OpKind.CONV), y).kinds()).containsExactly(OpKind.CONV);
  }

  @Test
  void rulesSayWhatTheyDo() {
    List<Rule> rules = registry().rules();
    assertThat(rules).extracting(Rule::name).doesNotHaveDuplicates();
    assertThat(rules)
        .allSatisfy(
            rule -> {
              assertThat(rule.pattern()).isNotBlank().doesNotContain("\n");
              assertThat(rule.becomes()).isNotBlank().doesNotContain("\n");
            });
    assertThat(RuleRegistry.exact(evaluator()).rules())
        .hasSizeLessThan(rules.size())
        .allSatisfy(rule -> assertThat(rule.exactness()).isEqualTo(Exactness.EXACT));
  }
}
