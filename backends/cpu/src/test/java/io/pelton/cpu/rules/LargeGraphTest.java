package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.plan.OptimizedGraph;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeGraphTest extends RuleFixture {
  /** Layers of ops of which all families find something. */
  private ValueId layers(ValueId x, int nodes) {
    ValueId y = x;
    int start = graph.size();
    while (graph.size() - start < nodes) {
      ValueId hidden = unary(OpKind.RELU, add(apply(new MatMul(), y, weights(8, 8)), weights(8)));
      ValueId d = binary(OpKind.SUB, hidden, reduce(OpKind.REDUCE_MEAN, hidden, 1));
      ValueId square = reduce(OpKind.REDUCE_MEAN, binary(OpKind.POW, d, scalar(2)), 1);
      ValueId root = unary(OpKind.SQRT, add(square, scalar(1e-5)));
      ValueId normed = add(mul(binary(OpKind.DIV, d, root), weights(8)), weights(8));
      ValueId turned = apply(new Transpose(List.of(1, 0)), normed);
      ValueId back = apply(new Transpose(List.of(1, 0)), turned);
      y = add(mul(unary(OpKind.TANH, back), scalar(0.5)), y);
    }
    return y;
  }

  private OptimizationReport optimized(int nodes) {
    ValueId y = layers(rows("x" + nodes, 8), nodes);
    return OptimizedGraph.of(named(y), registry()).report();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 30_000})
  void visitsPerNodeAndSweepsDoNotGrow(int nodes) {
    OptimizationReport report = optimized(nodes);
    assertThat(report.sweeps()).isLessThanOrEqualTo(9);
    assertThat(report.visits()).isLessThan(9L * nodes);
    assertThat(report.count("layer-norm-bias")).isGreaterThan(nodes / 30);
  }

  @Test
  void onlyWhatTheTargetsNeedIsVisited() {
    ValueId x = rows("x", 8);
    layers(x, 5_000);
    OptimizationReport report = OptimizedGraph.of(named(unary(OpKind.EXP, x)), registry()).report();
    assertThat(report.visits()).isLessThan(20);
    assertThat(report.total()).isZero();
  }
}
