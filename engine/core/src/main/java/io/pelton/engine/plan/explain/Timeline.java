package io.pelton.engine.plan.explain;

import io.pelton.engine.plan.explain.PlanPage.Arena;
import io.pelton.engine.plan.explain.PlanPage.Block;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Draws an arena: steps to the right, offsets upwards, a rectangle a block. */
final class Timeline {
  /** The smallest blocks beyond these would be specks. */
  static final int MAX_BLOCKS = 4_000;

  private static final double LEAST_WIDTH = 1_100;
  private static final double MOST_WIDTH = 20_000;

  /** Room for a few letters. */
  private static final double STEP_WIDTH = 24;

  private static final double HEIGHT = 260;
  private static final double MARGIN = 24;
  private static final double CHARACTER = 6;
  private static final double LINE = 11;

  private final Arena arena;
  private final int steps;
  private final double width;
  private final Markup markup;

  Timeline(Arena arena, int steps, Markup markup) {
    this.arena = arena;
    this.steps = Math.max(steps, 1);
    this.width = Math.min(Math.max(LEAST_WIDTH, STEP_WIDTH * steps), MOST_WIDTH);
    this.markup = markup;
  }

  void draw() {
    markup.element("h3", arena.name());
    markup.element(
        "p",
        String.format(
            Locale.ROOT,
            "%s at the peak, %s at least (ratio %.3f), %,d blocks",
            Figures.bytes(arena.peakBytes()),
            Figures.bytes(arena.lowerBoundBytes()),
            arena.lowerBoundBytes() == 0
                ? 1.0
                : (double) arena.peakBytes() / arena.lowerBoundBytes(),
            arena.blocks().size()));
    List<Block> blocks = arena.blocks();
    if (blocks.size() > MAX_BLOCKS) {
      markup.element(
          "p",
          "The timeline has the largest %,d of %,d blocks; the table below has all places."
              .formatted(MAX_BLOCKS, blocks.size()),
          "class",
          "notice");
      blocks =
          blocks.stream()
              .sorted(Comparator.comparingLong(Block::bytes).reversed())
              .limit(MAX_BLOCKS)
              .toList();
    }
    markup
        .start("div", "class", "scroll")
        .start(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "class",
            "timeline",
            "width",
            width + 2 * MARGIN,
            "height",
            HEIGHT + 2 * MARGIN);
    markup.empty(
        "rect", "class", "panel", "x", MARGIN, "y", MARGIN, "width", width, "height", HEIGHT);
    blocks.forEach(this::drawBlock);
    label(MARGIN, MARGIN - 6, Figures.bytes(arena.peakBytes()));
    label(MARGIN, HEIGHT + MARGIN + LINE + 3, "step 0");
    label(MARGIN + width - 60, HEIGHT + MARGIN + LINE + 3, "step " + (steps - 1));
    markup.end().end().line();
  }

  private void drawBlock(Block block) {
    double left = x(block.birth());
    double length = Math.max(x(Math.min(block.death(), steps - 1) + 1) - left, 0.5);
    double height = HEIGHT * block.bytes() / Math.max(arena.peakBytes(), 1);
    double bottom =
        MARGIN + HEIGHT * (1 - block.offsetBytes() / (double) Math.max(arena.peakBytes(), 1));
    double top = bottom - height;
    markup.start("g", "class", "block");
    markup.element(
        "title",
        String.format(
            Locale.ROOT,
            "%s%n%,d bytes at %,d%n%s",
            block.name(),
            block.bytes(),
            block.offsetBytes(),
            block.death() >= steps
                ? "from step " + block.birth() + " to the end"
                : "steps " + block.birth() + " to " + block.death()));
    markup.empty("rect", "x", left, "y", top, "width", length, "height", height);
    String text = block.name() + ", " + Figures.bytes(block.bytes());
    int characters = (int) (length / CHARACTER);
    if (height >= LINE && characters >= 4) {
      label(left + 2, top + LINE - 2, Figures.shortened(text, characters));
    }
    markup.end().line();
  }

  private double x(int step) {
    return MARGIN + width * step / steps;
  }

  private void label(double x, double y, String text) {
    markup.element("text", text, "x", x, "y", y);
  }
}
