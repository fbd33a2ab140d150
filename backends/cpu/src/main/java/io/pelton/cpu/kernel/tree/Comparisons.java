package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import java.util.List;
import java.util.function.DoubleToLongFunction;

/**
 * The nodes of a forest as <em>tests</em>, which all ask {@code key(x) <= bound}. Most nodes are
 * one test; equality and inequality are two: {@code x < threshold}, then {@code x <= threshold}.
 * Test {@code 2n} is node n, or its first half, and {@code 2n + 1} its second half.
 *
 * <p>A NaN has two keys, above and below all bounds, and every test says which of them it reads.
 */
final class Comparisons {
  private final List<Node> nodes;
  private final DoubleToLongFunction key;
  private final long nanFirst;

  private Comparisons(List<Node> nodes, DoubleToLongFunction key, long nanFirst) {
    this.nodes = nodes;
    this.key = key;
    this.nanFirst = nanFirst;
  }

  /** With bounds that are {@code float} keys. */
  static Comparisons narrow(Forest forest) {
    return new Comparisons(forest.nodes(), x -> OrderedKeys.of((float) x), OrderedKeys.NAN_FIRST);
  }

  /** With bounds that are {@code double} keys. */
  static Comparisons wide(Forest forest) {
    return new Comparisons(forest.nodes(), OrderedKeys::of, OrderedKeys.WIDE_NAN_FIRST);
  }

  boolean isLeaf(int test) {
    return node(test).isLeaf();
  }

  Node node(int test) {
    return nodes.get(test >> 1);
  }

  /** The test that follows where the key is at most the bound. */
  int whenAtMost(int test) {
    Node node = node(test);
    return switch (node.mode()) {
      case LEQ, LT -> 2 * node.whenTrue();
      case GTE, GT -> 2 * node.whenFalse();
      case EQ -> isSecond(test) ? 2 * node.whenTrue() : 2 * node.whenFalse();
      case NEQ -> isSecond(test) ? 2 * node.whenFalse() : 2 * node.whenTrue();
      case LEAF -> test;
    };
  }

  /** The test that follows where the key is above the bound. */
  int whenAbove(int test) {
    Node node = node(test);
    return switch (node.mode()) {
      case LEQ, LT -> 2 * node.whenFalse();
      case GTE, GT -> 2 * node.whenTrue();
      case EQ -> isSecond(test) ? 2 * node.whenFalse() : test + 1;
      case NEQ -> isSecond(test) ? 2 * node.whenTrue() : test + 1;
      case LEAF -> test;
    };
  }

  long bound(int test) {
    Node node = node(test);
    if (Double.isNaN(node.threshold())) {
      return boundOfNaN(node.mode());
    }
    long at = key.applyAsLong(node.threshold());
    return switch (node.mode()) {
      case LEQ, GT -> at;
      case LT, GTE -> at - 1;
      case EQ, NEQ -> isSecond(test) ? at : at - 1;
      case LEAF -> 0;
    };
  }

  /** No number compares with NaN, so that all of them take one way: up or down. */
  private long boundOfNaN(Mode mode) {
    return switch (mode) {
      case LEQ, LT -> nanFirst;
      case GTE, GT, EQ, NEQ, LEAF -> key.applyAsLong(Double.POSITIVE_INFINITY);
    };
  }

  /** True when a NaN should read as the smallest number, false when as the largest. */
  boolean isNanFirst(int test) {
    Node node = node(test);
    return switch (node.mode()) {
      case LEQ, LT -> node.missingIsTrue();
      case GTE, GT -> !node.missingIsTrue();
      case EQ -> isSecond(test) || !node.missingIsTrue();
      case NEQ, LEAF -> true;
    };
  }

  private static boolean isSecond(int test) {
    return (test & 1) != 0;
  }
}
