package io.pelton.engine.plan.explain;

import io.pelton.engine.plan.explain.GraphLayout.Place;
import io.pelton.engine.plan.explain.PlanPage.Edge;
import io.pelton.engine.plan.explain.PlanPage.Kind;
import io.pelton.engine.plan.explain.PlanPage.Node;
import java.util.List;
import java.util.Locale;

/** Draws nodes and edges, the first to run at the top. */
final class GraphDrawing {
  /** More boxes than this no screen shows at once. */
  static final int MAX_NODES = 1_500;

  private static final double BOX_WIDTH = 190;
  private static final double BOX_HEIGHT = 62;
  private static final double ROUND = 16;
  private static final double GAP = 18;
  private static final double LAYER_HEIGHT = 96;
  private static final double LINE_HEIGHT = 14;
  private static final int CHARACTERS = 30;

  private final PlanPage page;
  private final Palette palette;
  private final Markup markup;
  private final int count;
  private final List<Edge> edges;
  private final GraphLayout layout;

  GraphDrawing(PlanPage page, Palette palette, Markup markup) {
    this.page = page;
    this.palette = palette;
    this.markup = markup;
    this.count = Math.min(page.nodes().size(), MAX_NODES);
    this.edges =
        page.edges().stream().filter(edge -> edge.from() < count && edge.to() < count).toList();
    this.layout = new GraphLayout(count, edges, BOX_WIDTH, GAP);
  }

  void draw() {
    if (count < page.nodes().size()) {
      markup.element(
          "p",
          "The drawing stops after the first %,d of %,d nodes; the table below has all of them."
              .formatted(count, page.nodes().size()),
          "class",
          "notice");
    }
    double width = 2 * layout.halfWidth() + GAP;
    double height = layout.layers() * LAYER_HEIGHT + GAP;
    markup
        .start("div", "class", "scroll")
        .start(
            "svg",
            "xmlns",
            "http://www.w3.org/2000/svg",
            "id",
            "graph",
            "width",
            width,
            "height",
            height,
            "viewBox",
            String.format(Locale.ROOT, "%.1f %.1f %.1f %.1f", -width / 2, -GAP, width, height));
    for (int i = 0; i < edges.size(); i++) {
      drawEdge(edges.get(i), layout.route(i));
    }
    for (int i = 0; i < count; i++) {
      drawNode(page.nodes().get(i), layout.node(i));
    }
    markup.end().end().line();
  }

  private void drawEdge(Edge edge, List<Place> route) {
    StringBuilder path = new StringBuilder();
    double x = route.get(0).x();
    double y = top(route.get(0)) + BOX_HEIGHT;
    path.append(String.format(Locale.ROOT, "M%.1f %.1f", x, y));
    for (Place place : route.subList(1, route.size())) {
      double toY = top(place);
      double bend = (toY - y) / 2;
      path.append(
          String.format(
              Locale.ROOT,
              "C%.1f %.1f %.1f %.1f %.1f %.1f",
              x,
              y + bend,
              place.x(),
              toY - bend,
              place.x(),
              toY));
      x = place.x();
      y = toY;
      if (place != route.get(route.size() - 1)) {
        y += BOX_HEIGHT;
        path.append(String.format(Locale.ROOT, "V%.1f", y));
      }
    }
    boolean crosses = !device(edge.from()).equals(device(edge.to()));
    markup.empty("path", "class", crosses ? "edge crossing" : "edge", "d", path).line();
  }

  private String device(int node) {
    return page.nodes().get(node).device();
  }

  private static double top(Place place) {
    return place.layer() * LAYER_HEIGHT;
  }

  private void drawNode(Node node, Place place) {
    double left = place.x() - BOX_WIDTH / 2;
    double top = top(place);
    markup.start("g", "class", "node " + node.kind().name().toLowerCase(Locale.ROOT));
    markup.element(
        "title",
        String.join(
            "\n", node.name(), node.label(), node.kernel(), "on " + node.device(), node.places()));
    markup.empty(
        "rect",
        "x",
        left,
        "y",
        top,
        "width",
        BOX_WIDTH,
        "height",
        BOX_HEIGHT,
        "rx",
        node.kind() == Kind.STEP ? 4.0 : ROUND,
        "fill",
        palette.of(node.device()));
    double middle = place.x();
    double y = top + LINE_HEIGHT;
    line("label", middle, y, node.label());
    line("name", middle, y + LINE_HEIGHT, node.name());
    line("kernel", middle, y + 2 * LINE_HEIGHT, node.kernel());
    String time = Figures.time(node);
    String bytes = Figures.bytes(node.bytes());
    line("cost", middle, y + 3 * LINE_HEIGHT, time.isEmpty() ? bytes : bytes + ", " + time);
    markup.end().line();
  }

  private void line(String kind, double x, double y, String text) {
    if (!text.isEmpty()) {
      markup.element("text", Figures.shortened(text, CHARACTERS), "class", kind, "x", x, "y", y);
    }
  }
}
