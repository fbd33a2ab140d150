package io.pelton.onnx.oracle.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.onnx.op.OperatorTable;
import io.pelton.onnx.oracle.Outcome;
import io.pelton.onnx.oracle.Outcome.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drawn nodes of every operator give ONNX Runtime's outputs, and the same bits compiled and
 * realized. {@code -Dpelton.operator.cases=N} makes more nodes an operator (3 by default, 30 in the
 * profile {@code nightly}), {@code -Dpelton.operator.seed=N} others.
 */
class OperatorsTest {
  private static final int CASES = Integer.getInteger("pelton.operator.cases", 3);
  private static final long FIRST_SEED = Long.getLong("pelton.operator.seed", 0);

  /** Below it there are enough cases by chance that the peer has no kernel for any. */
  private static final int ENOUGH = 12;

  private static NodeOracle oracle;

  @BeforeAll
  static void start() {
    oracle = new NodeOracle();
  }

  @AfterAll
  static void stop() {
    oracle.close();
  }

  static List<OperatorDraw> operators() {
    String only = System.getProperty("pelton.operator", "");
    return OperatorDraws.standard().stream()
        .filter(draw -> only.isEmpty() || List.of(only.split(",", -1)).contains(draw.op()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("operators")
  void drawnNodesAgree(OperatorDraw operator) {
    Opsets opsets = Opsets.of(operator);
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    List<String> differences = new ArrayList<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      NodeCase made = operator.make(seed, opsets.first(), opsets.newest());
      operator.withoutPeer().ifPresent(made::beyondPeer);
      Outcome outcome = oracle.compare(made);
      counts.merge(outcome.kind(), 1, Integer::sum);
      if (outcome.kind() == Kind.DIFFERENT) {
        differences.add(outcome.detail() + "\n    " + made);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(counts.getOrDefault(Kind.BOTH_REFUSED, 0)).isLessThanOrEqualTo(CASES / 2);
    if (CASES >= ENOUGH && operator.withoutPeer().isEmpty()) {
      assertThat(counts).as("a case that the peer computes").containsKey(Kind.AGREED);
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void everyOperatorIsDrawn(String domain) {
    assertThat(OperatorDraws.standard().stream().filter(draw -> draw.domain().equals(domain)))
        .extracting(OperatorDraw::op)
        .containsExactlyInAnyOrderElementsOf(OperatorTable.standard().versions(domain).keySet());
  }

  static List<String> domains() {
    return List.of(OperatorTable.ONNX, OperatorTable.ML);
  }
}
