package io.pelton.cpu.property;

import io.pelton.engine.realize.pick.ArmEstimate;
import io.pelton.engine.realize.pick.BackendRuntimeLookup;
import io.pelton.engine.realize.pick.RuntimeSelector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a selector was asked and what it answered. */
final class Asked implements RuntimeSelector {
  /** One branch. */
  record Answer(List<ArmEstimate> arms, int picked) {}

  private final RuntimeSelector selector;
  private final Map<String, Answer> answers = new HashMap<>();

  Asked(RuntimeSelector selector) {
    this.selector = selector;
  }

  @Override
  public int select(String branch, List<ArmEstimate> arms, BackendRuntimeLookup lookup) {
    Answer answer = new Answer(arms, selector.select(branch, arms, lookup));
    if (answers.put(branch, answer) != null) {
      throw new IllegalStateException(branch + " is asked for twice");
    }
    return answer.picked();
  }

  /** By branch. */
  Map<String, Answer> answers() {
    return answers;
  }
}
