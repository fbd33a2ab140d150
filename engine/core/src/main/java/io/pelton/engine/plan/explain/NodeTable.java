package io.pelton.engine.plan.explain;

import io.pelton.engine.plan.explain.PlanPage.Kind;
import io.pelton.engine.plan.explain.PlanPage.Node;
import java.util.List;
import java.util.Locale;

/** Lists every node with all that is known of it. */
final class NodeTable {
  private static final List<String> HEADERS =
      List.of("step", "op", "node", "kernel", "device", "bytes", "estimated", "measured", "places");

  private final List<Node> nodes;
  private final Markup markup;

  NodeTable(List<Node> nodes, Markup markup) {
    this.nodes = nodes;
    this.markup = markup;
  }

  void write() {
    markup.start("table", "id", "nodes").start("thead").start("tr");
    HEADERS.forEach(header -> markup.element("th", header));
    markup.end().end().start("tbody").line();
    int step = 0;
    for (Node node : nodes) {
      boolean isStep = node.kind() == Kind.STEP || node.kind() == Kind.COPY;
      row(isStep ? Integer.toString(step++) : "", node);
    }
    markup.end().end().line();
  }

  private void row(String step, Node node) {
    markup.start("tr", "class", node.kind().name().toLowerCase(Locale.ROOT));
    cell(step);
    cell(node.label());
    cell(node.name());
    cell(node.kernel());
    cell(node.device());
    cell(String.format(Locale.ROOT, "%,d", node.bytes()));
    cell(
        node.estimatedNanos().isPresent()
            ? Figures.nanos(node.estimatedNanos().getAsDouble())
            : "");
    cell(node.measuredNanos().isPresent() ? Figures.nanos(node.measuredNanos().getAsDouble()) : "");
    cell(node.places());
    markup.end().line();
  }

  private void cell(String text) {
    markup.element("td", text);
  }
}
