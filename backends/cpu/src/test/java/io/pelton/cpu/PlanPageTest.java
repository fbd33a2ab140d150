package io.pelton.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.Preview;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PlanPageTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)>&\"'";

  @Test
  void everyStepArenaAndBlockIsOnThePage() throws Exception {
    Plan plan = preview(graph()).plan().orElseThrow();
    Document page = parse(plan.explainHtml());
    int copies =
        (int) plan.steps().stream().filter(step -> step.op() instanceof ShapeOp.Copy).count();
    assertThat(copies).isPositive();
    assertThat(withClass(page, "g", "copy")).hasSize(copies);
    assertThat(withClass(page, "g", "step")).hasSize(plan.steps().size() - copies);
    assertThat(withClass(page, "tr", "step")).hasSize(plan.steps().size() - copies);
    assertThat(text(page, "td"))
        .containsAll(plan.steps().stream().map(Step::name).toList())
        .containsAll(plan.steps().stream().map(step -> step.alternative().name()).toList());
    assertThat(withClass(page, "text", "cost"))
        .extracting(Element::getTextContent)
        .filteredOn(cost -> cost.endsWith(" estimated"))
        .hasSameSizeAs(plan.steps());
    assertThat(text(page, "h3"))
        .containsExactlyElementsOf(
            plan.memory().arenas().keySet().stream().map(Object::toString).toList());
    assertThat(plan.memory().blocks()).isNotEmpty();
    assertThat(withClass(page, "g", "block")).hasSameSizeAs(plan.memory().blocks());
    assertThat(withClass(page, "g", "input")).hasSize(1);
    assertThat(withClass(page, "g", "output")).hasSize(2);
    assertThat(text(page, "p")).noneMatch(line -> line.startsWith("The drawing stops"));
  }

  @Test
  void namesOfModelsAreEscaped() throws Exception {
    String html = preview(graph()).explainHtml();
    assertThat(html).doesNotContain("<img");
    assertThat(text(parse(html), "td")).contains(HOSTILE);
  }

  @Test
  void theTextNamesEveryNodeOnALineOfItsOwn() {
    Graph graph = new Graph();
    ValueId x = graph.input("x\ny", ValueType.tensor(DType.F32, Shape.fixed(4)));
    ValueId y = graph.apply("a\r\nb\u2028c", new ElementwiseOp.Unary(OpKind.NEG), x);
    NamedGraph named =
        new NamedGraph("graph\n    7  tpu", graph, Map.of("x\ny", x), Map.of("out\tput", y));
    assertThat(preview(named).explain().lines())
        .hasSize(6)
        .anyMatch(line -> line.startsWith("plan of 'graph\uFFFD    7  tpu'"))
        .anyMatch(line -> line.startsWith("input  x\uFFFDy: "))
        .anyMatch(line -> line.endsWith("'a\uFFFD\uFFFDb\uFFFDc'"))
        .anyMatch(line -> line.startsWith("output out\uFFFDput <- "));
  }

  private static Preview preview(NamedGraph graph) {
    return CompiledGraph.compile(graph, CompileOptions.on(Cpu.BACKEND)).preview(4, Map.of());
  }

  /** Two arenas, a fork, a join and an output that has to be packed. */
  private static NamedGraph graph() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4, 4)));
    ValueId weights = graph.constant("weights", Tensor.of(new float[16], 4, 4));
    ValueId product = graph.apply(HOSTILE, new LinalgOp.MatMul(), x, weights);
    ValueId relu = graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), product);
    ValueId join = graph.apply("join", new LinalgOp.MatMul(), product, relu);
    ValueId turned = graph.apply("turned", new ViewOp.Transpose(List.of(1, 0)), join);
    ValueId wide = graph.apply("wide", new ElementwiseOp.Cast(DType.F64, false), join);
    return new NamedGraph("page", graph, Map.of("x", x), Map.of("y", turned, "z", wide));
  }

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static List<Element> withClass(Document page, String tag, String name) {
    return elements(page, tag).stream()
        .filter(element -> List.of(element.getAttribute("class").split(" ")).contains(name))
        .toList();
  }

  private static List<String> text(Document page, String tag) {
    return elements(page, tag).stream().map(Element::getTextContent).toList();
  }

  private static List<Element> elements(Document page, String tag) {
    return IntStream.range(0, page.getElementsByTagName(tag).getLength())
        .mapToObj(i -> (Element) page.getElementsByTagName(tag).item(i))
        .toList();
  }
}
