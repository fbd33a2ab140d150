package io.pelton.flink.operator;

import io.pelton.arrow.RaggedBinder;
import io.pelton.flink.LengthPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Divides the rows of a batch by the lengths of their own lists. */
final class LengthGroups {
  private final RaggedBinder binder;
  private final LengthPolicy policy;
  private final long[] longest;

  /**
   * @param longest what the model declares to take, by axis
   */
  LengthGroups(RaggedBinder binder, LengthPolicy policy, long[] longest) {
    this.binder = binder;
    this.policy = policy;
    this.longest = longest.clone();
  }

  /**
   * Rows that are scored together.
   *
   * @param rows of one length following each other
   * @param targets elements of their lists by axis
   * @param isPadded whether some rows have fewer
   */
  record Group(int[] rows, int[] targets, boolean isPadded) {
    Group part(int from, int end) {
      return new Group(Arrays.copyOfRange(rows, from, end), targets, isPadded);
    }
  }

  /**
   * Groups that have no more elements than the policy allows, those of the first rows first.
   *
   * @param padding whether lists may be padded at all
   */
  List<Group> of(int rows, IntPredicate wanted, boolean padding) {
    Map<List<Integer>, List<Integer>> byTargets = new LinkedHashMap<>();
    for (int row = 0; row < rows; row++) {
      if (wanted.test(row)) {
        byTargets.computeIfAbsent(targets(row, padding), key -> new ArrayList<>()).add(row);
      }
    }
    List<Group> groups = new ArrayList<>();
    byTargets.forEach((targets, members) -> divide(targets, members, groups));
    return groups;
  }

  /** The same rows in groups without padding. */
  List<Group> exact(Group group) {
    boolean[] members = new boolean[Arrays.stream(group.rows()).max().orElse(-1) + 1];
    for (int row : group.rows()) {
      members[row] = true;
    }
    return of(members.length, row -> members[row], false);
  }

  private List<Integer> targets(int row, boolean padding) {
    List<Integer> targets = new ArrayList<>(binder.axes());
    for (int axis = 0; axis < binder.axes(); axis++) {
      int own = binder.length(axis, row);
      targets.add(padding ? target(axis, own) : own);
    }
    return targets;
  }

  /** Elements that a list of so many is padded to, where lists are. */
  int target(int axis, int own) {
    return Math.max(own, (int) Math.min(policy.paddedLength(own), longest[axis]));
  }

  private void divide(List<Integer> targets, List<Integer> members, List<Group> groups) {
    long elements = targets.stream().mapToLong(Integer::longValue).max().orElse(0);
    int most = (int) Math.max(1, policy.maxElements() / Math.max(1, elements));
    int[] lengths = targets.stream().mapToInt(Integer::intValue).toArray();
    for (int from = 0; from < members.size(); from += most) {
      List<Integer> part =
          new ArrayList<>(members.subList(from, Math.min(members.size(), from + most)));
      boolean isPadded = part.stream().anyMatch(row -> isShorter(row, lengths));
      if (isPadded) {
        part.sort(this::compare);
      }
      groups.add(new Group(part.stream().mapToInt(Integer::intValue).toArray(), lengths, isPadded));
    }
  }

  private boolean isShorter(int row, int[] targets) {
    for (int axis = 0; axis < targets.length; axis++) {
      if (binder.length(axis, row) < targets[axis]) {
        return true;
      }
    }
    return false;
  }

  private int compare(int left, int right) {
    for (int axis = 0; axis < binder.axes(); axis++) {
      int order = Integer.compare(binder.length(axis, left), binder.length(axis, right));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left, right);
  }
}
