package io.pelton.engine.plan.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.plan.explain.PlanPage.Arena;
import io.pelton.engine.plan.explain.PlanPage.Block;
import io.pelton.engine.plan.explain.PlanPage.Edge;
import io.pelton.engine.plan.explain.PlanPage.Kind;
import io.pelton.engine.plan.explain.PlanPage.Node;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlanPageTest {
  private static final String HOSTILE =
      "</title><script>alert('x')</script>\" onload=\"y&amp;\u0000\u001b\uD800\u202E]]>\uFFFF";
  private static final String ESCAPED =
      "</title><script>alert('x')</script>\" onload=\"y&amp;\uFFFD\uFFFD\uFFFD\uFFFD]]>\uFFFD";

  @Test
  void showsNodesInLayersColouredByDevice() throws Exception {
    List<Node> nodes =
        List.of(
            node(Kind.INPUT, "x", "cpu"),
            node(Kind.STEP, "left", "cpu"),
            node(Kind.COPY, "to the other", "cpu:1"),
            node(Kind.STEP, "right", "cpu:1"),
            node(Kind.OUTPUT, "y", "cpu:1"));
    List<Edge> edges =
        List.of(new Edge(0, 1), new Edge(0, 2), new Edge(2, 3), new Edge(1, 3), new Edge(3, 4));
    Document page = parse(new PlanPage("p", List.of(), nodes, edges, List.of(), 3));
    List<Element> boxes = withClass(page, "g", "node");
    assertThat(boxes).hasSize(5);
    assertThat(boxes.stream().map(box -> attribute(box, "rect", "fill")).distinct()).hasSize(2);
    assertThat(boxes.stream().map(box -> attribute(box, "rect", "y")))
        .containsExactly("0.0", "96.0", "96.0", "192.0", "288.0");
    assertThat(attribute(boxes.get(1), "rect", "x"))
        .isNotEqualTo(attribute(boxes.get(2), "rect", "x"));
    assertThat(withClass(page, "path", "edge")).hasSize(5);
    assertThat(withClass(page, "path", "crossing")).hasSize(2);
    assertThat(text(page, "li")).containsExactly("cpu", "cpu:1");
  }

  @Test
  void showsTimesWhereTheyAreKnown() throws Exception {
    Node estimated = timed(OptionalDouble.of(1500), OptionalDouble.empty());
    Node measured = timed(OptionalDouble.of(1500), OptionalDouble.of(2_340_000));
    PlanPage page =
        new PlanPage("p", List.of(), List.of(estimated, measured), List.of(), List.of(), 2);
    assertThat(text(parse(page), "text"))
        .contains("2.0 KiB, 1.5 µs estimated", "2.0 KiB, 2.3 ms measured");
    assertThat(text(parse(page), "td")).contains("1.5 µs", "2.3 ms", "2,048");
  }

  @Test
  void hostileNamesStayText() throws Exception {
    Node node =
        new Node(
            Kind.STEP,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            1,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    Arena arena = new Arena(HOSTILE, 64, 64, List.of(new Block(HOSTILE, 0, 64, 0, 1)));
    PlanPage page =
        new PlanPage(HOSTILE, List.of(HOSTILE), List.of(node), List.of(), List.of(arena), 1);
    Document document = parse(page);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(text(document, "h1")).containsExactly(ESCAPED);
    assertThat(text(document, "h3")).containsExactly(ESCAPED);
    assertThat(text(document, "td")).filteredOn(ESCAPED::equals).hasSize(5);
    assertThat(page.html()).doesNotContain("<script").doesNotContain("\" onload");
  }

  @Test
  void loadsNothing() {
    PlanPage page =
        new PlanPage("p", List.of(), List.of(node(Kind.STEP, "a", "cpu")), List.of(), List.of(), 1);
    assertThat(page.html())
        .doesNotContain("src=", "href=", "url(", "@import", "<link", "<script")
        .contains("default-src 'none'".replace("'", "&#39;"));
  }

  @Test
  void theTimelineHasEveryBlockWhereItLives() throws Exception {
    Arena arena =
        new Arena(
            "heap floats",
            300,
            300,
            List.of(new Block("a", 0, 100, 0, 1), new Block("b", 100, 200, 1, 4)));
    PlanPage page =
        new PlanPage(
            "p", List.of(), List.of(node(Kind.STEP, "a", "cpu")), List.of(), List.of(arena), 4);
    List<Element> blocks = withClass(parse(page), "g", "block");
    assertThat(blocks).hasSize(2);
    assertThat(attribute(blocks.get(0), "rect", "x")).isEqualTo("24.0");
    assertThat(attribute(blocks.get(0), "rect", "width")).isEqualTo("550.0");
    assertThat(attribute(blocks.get(1), "rect", "y")).isEqualTo("24.0");
    assertThat(attribute(blocks.get(1), "rect", "width")).isEqualTo("825.0");
    assertThat(blocks.get(1).getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("b\n200 bytes at 100\nfrom step 1 to the end");
  }

  @Test
  void whatIsTooMuchToDrawIsSaid() throws Exception {
    int count = 30_000;
    List<Node> nodes = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node(Kind.STEP, "n" + i, "cpu"));
      blocks.add(new Block("n" + i, 100L * (i % 3), i % 3 == 0 ? 90 : 100, i, i + 1));
      if (i > 0) {
        edges.add(new Edge(i - 1, i));
        edges.add(new Edge(Math.max(0, i - 7), i));
      }
    }
    Document page =
        parse(
            new PlanPage(
                "p", List.of(), nodes, edges, List.of(new Arena("heap", 300, 300, blocks)), count));
    assertThat(withClass(page, "g", "node")).hasSize(GraphDrawing.MAX_NODES);
    assertThat(withClass(page, "g", "block")).hasSize(Timeline.MAX_BLOCKS);
    assertThat(text(page, "p"))
        .contains(
            "The drawing stops after the first 1,500 of 30,000 nodes; the table below has all of them.",
            "The timeline has the largest 4,000 of 30,000 blocks; the table below has all places.");
    assertThat(withClass(page, "tr", "step")).hasSize(count);
  }

  @Test
  void edgesOnlyRunForwards() {
    List<Node> nodes =
        IntStream.range(0, 2).mapToObj(i -> node(Kind.STEP, "n" + i, "cpu")).toList();
    PlanPage page = new PlanPage("p", List.of(), nodes, List.of(new Edge(1, 0)), List.of(), 2);
    assertThatThrownBy(page::html).hasMessageContaining("node 0 reads a later node");
  }

  @Test
  void noPlanIsAPageToo() throws Exception {
    Document page = parse(PlanPage.withoutPlan("'m'", "no plan, because"));
    assertThat(text(page, "li")).containsExactly("no plan, because");
    assertThat(page.getElementsByTagName("svg").getLength()).isZero();
  }

  private static Node node(Kind kind, String name, String device) {
    return new Node(
        kind, "Op", name, "kernel", device, "", 8, OptionalDouble.empty(), OptionalDouble.empty());
  }

  private static Node timed(OptionalDouble estimated, OptionalDouble measured) {
    return new Node(Kind.STEP, "Op", "n", "kernel", "cpu", "", 2048, estimated, measured);
  }

  private static Document parse(PlanPage page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page.html())));
  }

  private static List<Element> withClass(Document page, String tag, String name) {
    return elements(page.getElementsByTagName(tag))
        .filter(element -> List.of(element.getAttribute("class").split(" ")).contains(name))
        .toList();
  }

  private static List<String> text(Document page, String tag) {
    return elements(page.getElementsByTagName(tag)).map(Element::getTextContent).toList();
  }

  private static String attribute(Element parent, String tag, String name) {
    return ((Element) parent.getElementsByTagName(tag).item(0)).getAttribute(name);
  }

  private static Stream<Element> elements(NodeList list) {
    return IntStream.range(0, list.getLength()).mapToObj(i -> (Element) list.item(i));
  }
}
