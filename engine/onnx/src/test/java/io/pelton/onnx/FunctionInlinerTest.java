package io.pelton.onnx;

import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions of a model's own run as the nodes that they are made of. */
class FunctionInlinerTest {
  private static final String MY = "my.domain";
  private static final long OPSET = 17;
  private static final Tensor X = Tensor.of(new float[] {-2, 3}, 2);

  private final TestModel model =
      TestModel.onnx(OPSET).opset(MY, 1).input("x", FLOAT, 2).output("y");

  /** y = LeakyRelu(x) * x, of which the slope is an attribute. */
  private static FunctionProto.Builder bent() {
    return function("Bent", "a", "b")
        .addAttribute("slope")
        .addNode(node("LeakyRelu", "a", "t").addAttribute(reference("alpha", "slope")))
        .addNode(node("Mul", "t,a", "b"));
  }

  @Test
  void callsBecomeTheirNodes() {
    model.node(MY + "::Bent", "x", "t", TestAttributes.number("slope", 0.5f));
    model.node(MY + "::Bent", "t", "y", TestAttributes.number("slope", 1));
    // t is a name of the model, and one within the function
    assertThat(run(bent().build())).containsExactly(4, 81);
    assertThat(load(bent().build()).report().opCounts())
        .containsExactlyInAnyOrderEntriesOf(Map.of("LeakyRelu", 2, "Mul", 2));
  }

  @Test
  void attributesThatACallLeavesOutHaveTheFunctionsOrTheOperatorsDefault() {
    model.node(MY + "::Bent", "x", "y");
    assertThat(run(bent().build())[0]).isEqualTo(4 * 0.01f);
    AttributeProto slope = TestAttributes.number("slope", 0.25f);
    assertThat(run(bent().clearAttribute().addAttributeProto(slope).build())).containsExactly(1, 9);
  }

  @Test
  void functionsCallFunctions() {
    FunctionProto twice =
        function("Twice", "x", "y")
            .addNode(mine("Bent", "x", "t").addAttribute(TestAttributes.number("slope", 1)))
            .addNode(mine("Bent", "t", "y").addAttribute(TestAttributes.number("slope", 1)))
            .build();
    model.node(MY + "::Twice", "x", "y");
    assertThat(run(twice, bent().build())).containsExactly(16, 81);
  }

  @Test
  void inputsThatAreNotGivenAreAbsentAndOutputsThatNobodyWantsAreDropped() {
    FunctionProto clip =
        function("Between", "x,low,high", "y,rest")
            .addNode(node("Clip", "x,low,high", "y"))
            .addNode(node("Sub", "x,y", "rest"))
            .build();
    model.initializer("one", new float[] {1});
    model.node(MY + "::Between", "x,,one", "y");
    assertThat(run(clip)).containsExactly(-2, 1);
  }

  @Test
  void anInputMayBeAnOutput() {
    model.node(MY + "::Same", "x", "y");
    assertThat(run(function("Same", "a", "a").build())).containsExactly(-2, 3);
  }

  @Test
  void graphsOfNodesSeeTheFunctionsNames() {
    GraphProto then = graph("r", node("Mul", "a,t", "r"));
    GraphProto otherwise = graph("r", node("Neg", "a", "n"), node("Add", "n,t", "r"));
    FunctionProto choice =
        function("Choice", "a", "y")
            .addNode(node("ReduceSum", "a", "sum"))
            .addNode(node("Greater", "sum,t", "positive"))
            .addNode(node("Squeeze", "positive", "flag"))
            .addNode(
                node("If", "flag", "y")
                    .addAttribute(body("then_branch", then))
                    .addAttribute(body("else_branch", otherwise)))
            .build();
    FunctionProto withConstant =
        choice.toBuilder()
            .clearNode()
            .addNode(
                node("Constant", "", "t")
                    .addAttribute(TestAttributes.numbers("value_floats", 0.5f)))
            .addAllNode(choice.getNodeList())
            .build();
    model.node(MY + "::Choice", "x", "y");
    assertThat(run(withConstant)).containsExactly(-1, 1.5f);
  }

  /** The branch's own x is not the caller's, whose name stands for the function's a. */
  @Test
  void namesOfTheCallerAreNotTakenForThoseOfAGraphInside() {
    GraphProto then =
        graph("r", node("Add", "a,x", "t"), node("Add", "t,y", "r")).toBuilder()
            .addInitializer(TestModel.floats("x", new float[] {100}))
            .addSparseInitializer(
                SparseTensorProto.newBuilder()
                    .setValues(TestModel.floats("y", new float[] {1000}, 1))
                    .setIndices(TestModel.longs("", new long[] {0}, 1))
                    .addDims(1))
            .build();
    FunctionProto choice =
        function("Choice", "a,c", "b")
            .addNode(
                node("If", "c", "b")
                    .addAttribute(body("then_branch", then))
                    .addAttribute(body("else_branch", graph("n", node("Neg", "a", "n")))))
            .build();
    model.initializer(TestModel.tensor("yes", TestModel.BOOL).addInt32Data(1).build());
    model.node(MY + "::Choice", "x,yes", "y");
    assertThat(run(choice)).containsExactly(1098, 1103);
  }

  @Test
  void graphsThatTheCallerGivesSeeTheCallersNames() {
    AttributeProto given =
        AttributeProto.newBuilder()
            .setName("then_branch")
            .setType(AttributeType.GRAPH)
            .setRefAttrName("then")
            .build();
    FunctionProto choice =
        function("Choice", "a,c", "b")
            .addAttribute("then")
            .addNode(node("Neg", "a", "h"))
            .addNode(
                node("If", "c", "b")
                    .addAttribute(given)
                    .addAttribute(body("else_branch", graph("n", node("Neg", "a", "n")))))
            .build();
    model
        .initializer(TestModel.tensor("yes", TestModel.BOOL).addInt32Data(1).build())
        .node("ai.onnx::Exp", "x", "h")
        .node(MY + "::Choice", "x,yes", "y", body("then", graph("r", node("Add", "h,x", "r"))));
    assertThat(run(choice)).containsExactly((float) Math.exp(-2) - 2, (float) Math.exp(3) + 3);
  }

  @Test
  void namesOfAFunctionAreNotTakenForThoseOfOneThatItCalls() {
    FunctionProto inner =
        function("Inner", "x", "y")
            .addNode(node("Neg", "x", "b"))
            .addNode(node("Exp", "b", "y"))
            .build();
    FunctionProto outer =
        function("Outer", "x", "y")
            .addNode(mine("Inner", "x", "e").setName("a"))
            .addNode(node("Abs", "x", "a/b"))
            .addNode(node("Add", "e,a/b", "y"))
            .build();
    model.node(MY + "::Outer", "x", "y");
    assertThat(run(outer, inner))
        .containsExactly((float) Math.exp(2) + 2, (float) Math.exp(-3) + 3);
  }

  @Test
  void operatorsInGraphsOfAFunctionNeedTheModelsOpset() {
    FunctionProto choice =
        function("Choice", "a,c", "b")
            .clearOpsetImport()
            .addOpsetImport(opset("ai.onnx.ml", 2))
            .addNode(
                mine("Same", "a", "b")
                    .addAttribute(
                        body("g", graph("n", node("Scaler", "a", "n").setDomain("ai.onnx.ml")))))
            .build();
    FunctionProto same = function("Same", "a", "a").build();
    model.opset("ai.onnx.ml", 3).node(MY + "::Choice", "x", "y");
    assertThatThrownBy(() -> load(choice, same))
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("opset 2 of ai.onnx.ml");
  }

  @Test
  void whatCannotBeInlinedIsRefused() {
    model.node(MY + "::Loop", "x", "y");
    FunctionProto loop = function("Loop", "x", "y").addNode(mine("Loop", "x", "y")).build();
    assertThatThrownBy(() -> load(loop))
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("my.domain::Loop")
        .hasMessageContaining("calls itself");
    assertThatThrownBy(() -> load(loop, loop))
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("two functions");
    FunctionProto none = function("Loop", "", "").build();
    assertThatThrownBy(() -> load(none))
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("more inputs or outputs");
    FunctionProto old = function("Loop", "x", "y").addNode(node("Relu", "x", "y")).build();
    FunctionProto other = old.toBuilder().clearOpsetImport().addOpsetImport(opset("", 13)).build();
    assertThatThrownBy(() -> load(other))
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("my.domain Loop, opset 1: its function imports opset 13 of ai.onnx")
        .hasMessageContaining("17");
  }

  @Test
  void callsThatMultiplyWithoutEndAreRefused() {
    model.node(MY + "::F0", "x", "y");
    FunctionProto[] functions = new FunctionProto[40];
    for (int i = 0; i < functions.length; i++) {
      String next = i == functions.length - 1 ? "Leaf" : "F" + (i + 1);
      functions[i] =
          function("F" + i, "x", "y")
              .addNode(mine(next, "x", "t"))
              .addNode(mine(next, "t", "y"))
              .build();
    }
    assertThatThrownBy(() -> load(functions))
        .isInstanceOf(UnsupportedFeature.class)
        .hasMessageContaining("more than 100000 nodes");
  }

  private OnnxModel load(FunctionProto... functions) {
    ModelProto proto = model.proto().toBuilder().addAllFunctions(Arrays.asList(functions)).build();
    return OnnxModel.parse(proto.toByteArray(), "functions");
  }

  private float[] run(FunctionProto... functions) {
    Backend backend = Backend.best(FunctionInlinerTest.class.getClassLoader());
    try (CompiledGraph compiled =
            CompiledGraph.compile(load(functions).graph(), CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      return ((Tensor) executable.run(Map.of("x", X)).get("y")).toFloats();
    }
  }

  /** Functions of which each calls the next, from within a graph or not; the last one is Relu. */
  private FunctionProto[] chain(int count, boolean withinGraphs) {
    model.input("flag", BOOL).node(MY + "::F0", "x,flag", "y");
    FunctionProto[] chain = new FunctionProto[count];
    for (int i = 0; i < count; i++) {
      boolean isLast = i == count - 1;
      NodeProto.Builder next = isLast ? node("Relu", "a", "r") : mine("F" + (i + 1), "a,c", "r");
      FunctionProto.Builder function = function("F" + i, "a,c", withinGraphs ? "y" : "r");
      chain[i] =
          withinGraphs
              ? function
                  .addNode(
                      node("If", "c", "y")
                          .addAttribute(body("then_branch", graph("r", next)))
                          .addAttribute(body("else_branch", graph("n", node("Neg", "a", "n")))))
                  .build()
              : function.addNode(next).build();
    }
    return chain;
  }

  @Test
  void functionsMayCallEachOtherManyLevelsDeep() {
    OnnxModel loaded = load(chain(49, true));
    assertThat(loaded.report().opCounts()).containsEntry("If", 49);
  }

  @ParameterizedTest
  @CsvSource({"20000,false", "500,true"})
  void levelsThatWouldOverflowTheStackAreRefused(int count, boolean withinGraphs) {
    FunctionProto[] chain = chain(count, withinGraphs);
    assertThatThrownBy(() -> load(chain))
        .isInstanceOf(UnsupportedFeature.class)
        .hasMessageContaining("more than 100 calls and graphs are within each other");
  }

  @Test
  void nodesOfGraphsThatCallsPassOnCountEachTime() {
    model.input("flag", BOOL);
    model.node(
        mine("F0", "x,flag", "y")
            .addAttribute(body("g", graph("r", node("Relu", "x", "r"))))
            .build());
    FunctionProto[] doubling = new FunctionProto[20];
    for (int i = 0; i < doubling.length; i++) {
      NodeProto.Builder twice =
          node("If", "c", "r")
              .addAttribute(passedOn("then_branch"))
              .addAttribute(passedOn("else_branch"));
      NodeProto.Builder call =
          i == doubling.length - 1
              ? twice
              : mine("F" + (i + 1), "a,c", "r").addAttribute(body("g", graph("r", twice)));
      doubling[i] = function("F" + i, "a,c", "r").addAttribute("g").addNode(call).build();
    }
    assertThatThrownBy(() -> load(doubling))
        .isInstanceOf(UnsupportedFeature.class)
        .hasMessageContaining("more than 100000 nodes");
  }

  private static AttributeProto passedOn(String name) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setRefAttrName("g")
        .build();
  }

  private static FunctionProto.Builder function(String name, String inputs, String outputs) {
    return FunctionProto.newBuilder()
        .setDomain(MY)
        .setName(name)
        .addAllInput(names(inputs))
        .addAllOutput(names(outputs))
        .addOpsetImport(opset("", OPSET));
  }

  private static OperatorSetIdProto opset(String domain, long version) {
    return OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version).build();
  }

  private static NodeProto.Builder node(String op, String inputs, String outputs) {
    return NodeProto.newBuilder()
        .setOpType(op)
        .addAllInput(names(inputs))
        .addAllOutput(names(outputs));
  }

  private static NodeProto.Builder mine(String op, String inputs, String outputs) {
    return node(op, inputs, outputs).setDomain(MY);
  }

  private static GraphProto graph(String output, NodeProto.Builder... nodes) {
    GraphProto.Builder graph = GraphProto.newBuilder().setName("g");
    Arrays.asList(nodes).forEach(graph::addNode);
    return graph.addOutput(ValueInfoProto.newBuilder().setName(output)).build();
  }

  private static AttributeProto body(String name, GraphProto graph) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(graph)
        .build();
  }

  private static AttributeProto reference(String name, String of) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.FLOAT)
        .setRefAttrName(of)
        .build();
  }

  private static List<String> names(String separated) {
    return separated.isEmpty() ? List.of() : List.of(separated.split(",", -1));
  }
}
