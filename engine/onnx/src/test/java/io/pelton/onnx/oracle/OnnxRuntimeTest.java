package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.onnx.oracle.Outcome.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated models and batches: our outputs are ONNX Runtime's, a batch's are those of its rows
 * alone, and compiled are those of one pass. {@code -Dpelton.oracle.cases=N} makes more cases a
 * family, {@code -Dpelton.oracle.seed=N} others.
 */
class OnnxRuntimeTest {
  private static final int CASES = Integer.getInteger("pelton.oracle.cases", 200);
  private static final long FIRST_SEED = Long.getLong("pelton.oracle.seed", 0);
  private static final int SHOWN = 10;

  private static Peer peer;

  static Stream<Named<CaseFamily>> families() {
    return Stream.of(
        Named.of("trees", new TreeCases()),
        Named.of("linear models", new LinearCases()),
        Named.of("support vectors", new SvmCases()),
        Named.of("label encoders", new EncoderCases()),
        Named.of("pipelines", new PipelineCases()),
        Named.of("networks", new NetworkCases()),
        Named.of("arithmetic", new MathCases()),
        Named.of("indices", new IndexCases()),
        Named.of("recurrent networks", new RecurrentCases()),
        Named.of("sums of products", new EinsumCases()));
  }

  @BeforeAll
  static void startPeer() {
    peer = new Peer();
  }

  @AfterAll
  static void stopPeer() {
    peer.close();
  }

  @ParameterizedTest
  @MethodSource("families")
  void generatedModelsAgree(CaseFamily family, TestReporter reporter) {
    Differential differential = new Differential(Subject.best(), peer);
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    Map<String, Integer> corrected = new TreeMap<>();
    List<String> differences = new ArrayList<>();
    int agreeing = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      GeneratedCase made = family.make(seed);
      PeerDeviations.of(made)
          .forEach(deviation -> corrected.merge(deviation.name(), 1, Integer::sum));
      List<Outcome> outcomes = differential.compare(made);
      Set<Kind> kinds = EnumSet.noneOf(Kind.class);
      for (int batch = 0; batch < outcomes.size(); batch++) {
        Outcome outcome = outcomes.get(batch);
        kinds.add(outcome.kind());
        counts.merge(outcome.kind(), 1, Integer::sum);
        if (outcome.kind() == Kind.DIFFERENT && differences.size() < SHOWN) {
          differences.add(made + ", batch " + batch + ": " + outcome.detail());
        }
      }
      agreeing += kinds.contains(Kind.AGREED) ? 1 : 0;
    }
    reporter.publishEntry("batches", counts.toString());
    reporter.publishEntry("cases corrected", corrected.toString());
    assertThat(differences).isEmpty();
    assertThat(agreeing).as("cases with agreement, of " + CASES).isGreaterThan(CASES * 9 / 10);
    int batches = counts.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(counts.getOrDefault(Kind.PEER_CRASHED, 0)).isLessThanOrEqualTo(batches / 100);
    assertThat(counts.getOrDefault(Kind.PEER_REFUSED, 0)).isLessThanOrEqualTo(batches / 20);
    assertThat(counts.getOrDefault(Kind.NOT_ASKED, 0)).isLessThanOrEqualTo(batches / 8);
  }

  /** What stands in for the peer where it is wrong agrees with it where it is right. */
  @Test
  void theTwinOfTreesAgrees() {
    TreeCases cases = new TreeCases();
    int compared = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      GeneratedCase made = cases.make(seed);
      if (!PeerDeviations.of(made).isEmpty()) {
        continue;
      }
      List<Answer> answers = peer.ask(made);
      for (int batch = 0; batch < answers.size(); batch++) {
        if (answers.get(batch) instanceof Answer.Outputs outputs) {
          Map<String, Flat> right = Differential.flat(outputs);
          Map<String, Flat> twin =
              TreeTwin.outputs(
                  new NodeView(made.model().getGraph().getNode(0)),
                  made.batches().get(batch).get("x"),
                  right);
          assertThat(new Comparison(made, List.of(right)).difference(twin, right))
              .as("%s, batch %d", made, batch)
              .isEmpty();
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(CASES);
  }
}
