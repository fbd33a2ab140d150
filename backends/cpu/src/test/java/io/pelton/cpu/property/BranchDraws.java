package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Branches whose arms are different ways to the same bits. */
final class BranchDraws {
  private static final int MAX_DEPTH = 3;

  private final Draft draft;
  private final Stage.Source stages;

  private BranchDraws(Draft draft, Value diverge) {
    this.draft = draft;
    this.stages = new Stage.Source(draft, diverge);
  }

  static boolean branch(Draft draft) {
    Optional<Value> diverge = draft.pick(value -> draft.type(value).shape().isRanked());
    if (diverge.isEmpty()) {
      return false;
    }
    try {
      int length = draft.random().nextInt(4);
      new BranchDraws(draft, diverge.get()).branch(diverge.get(), List.of(), length, 1);
      return true;
    } catch (Abandoned e) {
      return false;
    }
  }

  /**
   * @param known what the arms compute; what is not known yet is drawn
   * @param length how many functions one after the other
   * @param depth 1 for a branch that is part of no arm
   */
  private Value branch(Value diverge, List<Stage> known, int length, int depth) {
    List<Stage> computed = new ArrayList<>(known);
    List<Value> exits = new ArrayList<>();
    int arms = 2 + draft.random().nextInt(2);
    int empty = draft.oneIn(3) ? draft.random().nextInt(arms) : -1;
    for (int arm = 0; arm < arms; arm++) {
      exits.add(arm(diverge, computed, length, depth, arm == empty));
    }
    return draft
        .join(diverge, exits, depth == 1)
        .orElseThrow(() -> new Abandoned("the lengths of " + exits + " are not known to agree"));
  }

  /**
   * @param mayBeEmpty it may end where it starts
   */
  private Value arm(
      Value diverge, List<Stage> computed, int length, int depth, boolean mayBeEmpty) {
    Arm arm = Arm.in(draft);
    Value x = draft.oneIn(3) ? Detour.draw(arm, diverge) : diverge;
    for (int at = 0; at < length; at++) {
      if (at == computed.size()) {
        computed.add(stages.draw(x));
      }
      Stage stage = computed.get(at);
      x =
          depth < MAX_DEPTH && draft.oneIn(8)
              ? branch(x, List.of(stage), 1, depth + 1)
              : stage.from(arm, x);
      x = draft.oneIn(4) ? Detour.draw(arm, x) : x;
    }
    while (x.ref().equals(diverge.ref()) && !mayBeEmpty) {
      x = Detour.draw(arm, x);
    }
    return x;
  }
}
