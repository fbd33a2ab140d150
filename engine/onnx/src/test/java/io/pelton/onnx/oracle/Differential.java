package io.pelton.onnx.oracle;

import io.pelton.onnx.oracle.Outcome.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a case on both sides and compares. */
final class Differential {
  private final Subject subject;
  private final Peer peer;

  Differential(Subject subject, Peer peer) {
    this.subject = subject;
    this.peer = peer;
  }

  /**
   * One outcome a batch.
   *
   * @throws AssertionError when our own ways to run a model disagree
   */
  List<Outcome> compare(GeneratedCase made) {
    List<Answer> ours = subject.run(made);
    List<Answer> theirs = peer.ask(made);
    List<Map<String, Flat>> right = new ArrayList<>();
    for (int i = 0; i < theirs.size(); i++) {
      right.add(
          theirs.get(i) instanceof Answer.Outputs outputs
              ? PeerDeviations.correct(made, made.batches().get(i), flat(outputs))
              : Map.of());
    }
    Comparison comparison = new Comparison(made, right);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      outcomes.add(outcome(ours.get(i), theirs.get(i), right.get(i), comparison));
    }
    return outcomes;
  }

  private static Outcome outcome(
      Answer ours, Answer theirs, Map<String, Flat> right, Comparison comparison) {
    if (theirs instanceof Answer.Crashed) {
      return new Outcome(Kind.PEER_CRASHED, "");
    }
    if (theirs instanceof Answer.NotAsked) {
      return new Outcome(Kind.NOT_ASKED, "");
    }
    if (theirs instanceof Answer.Refused refusal) {
      return ours instanceof Answer.Refused
          ? new Outcome(Kind.BOTH_REFUSED, "")
          : new Outcome(Kind.PEER_REFUSED, refusal.message());
    }
    if (ours instanceof Answer.Outputs outputs) {
      Optional<String> difference = comparison.difference(flat(outputs), right);
      return difference
          .map(text -> new Outcome(Kind.DIFFERENT, text))
          .orElseGet(() -> new Outcome(Kind.AGREED, ""));
    }
    return new Outcome(Kind.DIFFERENT, "refused: " + ((Answer.Refused) ours).message());
  }

  static Map<String, Flat> flat(Answer.Outputs outputs) {
    Map<String, Flat> flat = new LinkedHashMap<>();
    outputs.values().forEach((name, value) -> flat.put(name, Flat.of(value)));
    return flat;
  }
}
