package io.pelton.engine.plan.explain;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a page about a plan shows. Texts are taken as they are, from wherever: they are escaped when
 * the page is written.
 *
 * @param title names the plan
 * @param facts about the whole, a line each
 * @param nodes in order of running, every node after those it reads
 * @param edges between nodes, by their index in the list
 * @param arenas each a panel of the timeline
 * @param steps how many steps the plan has: what the timeline's axis counts
 */
public record PlanPage(
    String title,
    List<String> facts,
    List<Node> nodes,
    List<Edge> edges,
    List<Arena> arenas,
    int steps) {
  public PlanPage {
    facts = List.copyOf(facts);
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    arenas = List.copyOf(arenas);
  }

  /** A page that only says why there is no plan. */
  public static PlanPage withoutPlan(String title, String reason) {
    return new PlanPage(title, List.of(reason), List.of(), List.of(), List.of(), 0);
  }

  /** What a node stands for. */
  public enum Kind {
    INPUT,
    STEP,
    /** A step that only moves elements. */
    COPY,
    OUTPUT
  }

  /**
   * A box of the drawing and a line of the table.
   *
   * @param label in few letters what it does
   * @param name as the model has it
   * @param kernel that does it; empty where none does
   * @param device where it runs; boxes of one device have one colour
   * @param places what it writes and reads
   * @param bytes that it writes, or that an input holds
   * @param estimatedNanos what the planner expects it to take
   * @param measuredNanos what it took where that was measured
   */
  public record Node(
      Kind kind,
      String label,
      String name,
      String kernel,
      String device,
      String places,
      long bytes,
      OptionalDouble estimatedNanos,
      OptionalDouble measuredNanos) {}

  /** Node {@code to} reads what node {@code from} gives. */
  public record Edge(int from, int to) {}

  /**
   * A piece of memory.
   *
   * @param peakBytes its length
   * @param lowerBoundBytes that it needs at least
   */
  public record Arena(String name, long peakBytes, long lowerBoundBytes, List<Block> blocks) {
    public Arena {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * A value's place.
   *
   * @param birth first step at which it lives
   * @param death last step at which it lives; the number of steps where it outlives them
   */
  public record Block(String name, long offsetBytes, long bytes, int birth, int death) {}

  /** The whole page, well-formed as XML too. */
  public String html() {
    return new PageWriter(this).write();
  }
}
