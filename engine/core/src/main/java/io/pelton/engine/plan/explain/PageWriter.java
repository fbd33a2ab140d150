package io.pelton.engine.plan.explain;

import java.util.Map;

/** Puts the parts of a page together. */
final class PageWriter {
  private static final String STYLE =
      """
      body { font: 14px system-ui, sans-serif; margin: 24px; color: #222; background: #fff; }
      h1 { font-size: 20px; } h2 { font-size: 17px; } h3 { font-size: 14px; margin-bottom: 0; }
      .notice { background: #fff3c4; padding: 6px 10px; }
      .scroll { overflow: auto; max-height: 85vh; border: 1px solid #ddd; }
      .swatch { display: inline-block; width: 14px; height: 14px; border: 1px solid #666; margin-right: 6px; }
      svg text { font: 11px system-ui, sans-serif; fill: #222; }
      .node text { text-anchor: middle; }
      .node rect { stroke: #666; }
      .node.copy rect { stroke-dasharray: 5 3; stroke: #b3261e; stroke-width: 2; }
      .node.input rect, .node.output rect { stroke-width: 2; }
      .node text.label { font-weight: bold; }
      .node text.cost { fill: #555; }
      .edge { fill: none; stroke: #999; }
      .edge.crossing { stroke: #b3261e; stroke-width: 3; stroke-dasharray: 7 4; }
      .panel { fill: #fafafa; stroke: #bbb; }
      .block rect { fill: #9fc5e8; fill-opacity: 0.75; stroke: #33658a; stroke-width: 0.5; }
      table { border-collapse: collapse; font-size: 12px; }
      th, td { border: 1px solid #ddd; padding: 2px 6px; text-align: left; vertical-align: top; }
      """;

  private final PlanPage page;
  private final Palette palette = new Palette();
  private final Markup markup = new Markup();

  PageWriter(PlanPage page) {
    this.page = page;
  }

  String write() {
    page.nodes().forEach(node -> palette.of(node.device()));
    markup.raw("<!DOCTYPE html>\n");
    markup.start("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
    head();
    markup.start("body").line();
    markup.element("h1", page.title()).line();
    markup.start("ul");
    page.facts().forEach(fact -> markup.element("li", fact).line());
    markup.end().line();
    if (!page.nodes().isEmpty()) {
      graph();
      memory();
      markup.element("h2", "Steps").line();
      new NodeTable(page.nodes(), markup).write();
    }
    markup.end().end().line();
    return markup.toString();
  }

  private void head() {
    markup.start("head");
    markup.empty("meta", "charset", "utf-8");
    markup.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    markup.element("title", page.title());
    markup.start("style").line().raw(STYLE).end();
    markup.end().line();
  }

  private void graph() {
    markup.element("h2", "Graph").line();
    markup.start("ul", "id", "devices");
    for (Map.Entry<String, String> device : palette.known().entrySet()) {
      markup.start("li");
      markup.element("span", "", "class", "swatch", "style", "background:" + device.getValue());
      markup.text(device.getKey()).end();
    }
    markup.end().line();
    new GraphDrawing(page, palette, markup).draw();
  }

  private void memory() {
    markup.element("h2", "Memory").line();
    if (page.arenas().isEmpty()) {
      markup.element("p", "The plan has no transient memory.");
    }
    page.arenas().forEach(arena -> new Timeline(arena, page.steps(), markup).draw());
  }
}
