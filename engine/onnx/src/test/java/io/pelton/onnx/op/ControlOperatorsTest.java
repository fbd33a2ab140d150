package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.MalformedModel;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs in attributes, and what they read from around them. */
class ControlOperatorsTest {
  private static AttributeProto graph(String name, TestModel body) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(body.graph())
        .build();
  }

  /** A graph that is part of a model; its opset is the model's. */
  private static TestModel body() {
    return TestModel.onnx(16);
  }

  private static TestModel untyped(TestModel body, String input) {
    body.graph().addInput(ValueInfoProto.newBuilder().setName(input));
    return body;
  }

  private static AttributeProto then(TestModel body) {
    return graph("then_branch", body.output("t"));
  }

  private static AttributeProto otherwise(TestModel body) {
    return graph("else_branch", body.output("e"));
  }

  private static TestModel outer() {
    return TestModel.onnx(16).input("c", BOOL).input("x", FLOAT, "N", 3);
  }

  private static ValueId output(OnnxModel model) {
    return model.graph().outputs().get("y");
  }

  private static List<ValueId> operands(OnnxModel model) {
    return model.graph().graph().operands(output(model).node());
  }

  private static ValueId input(OnnxModel model, String name) {
    return model.graph().inputs().get(name);
  }

  @Test
  void bodiesCaptureWhatTheyDoNotDefine() {
    OnnxModel model =
        outer()
            .initializer("w", new float[] {1, 2, 3}, 3)
            .node("Relu", "x", "h")
            .node(
                "If",
                "c",
                "y",
                then(body().node("Add", "h,x", "s").node("Mul", "s,w", "t")),
                otherwise(body().node("Neg", "h", "e")))
            .output("y")
            .load();
    List<ValueId> operands = operands(model);
    ValueId h = operands.get(1);
    assertThat(model.graph().graph().name(h.node())).isEqualTo("n0");
    assertThat(operands).containsExactly(input(model, "c"), h, input(model, "x"), h);
    If op = (If) model.graph().graph().op(output(model).node());
    assertThat(op.then().inputs().keySet()).containsExactly("h", "x");
    assertThat(op.otherwise().inputs().keySet()).containsExactly("h");
    Graph then = op.then().graph();
    ValueId product = op.then().outputs().get("t");
    assertThat(then.constant(then.operands(product.node()).get(1)).orElseThrow().toFloats())
        .as("constants are no operands")
        .containsExactly(1, 2, 3);
    assertThat(op.then().inputPorts()).hasToString("[h: F32[N,3], x: F32[N,3]]");
    assertThat(model.graph().outputPorts().get(0).toString()).matches("y: F32\\[\\?\\d+,3]");
  }

  @Test
  void namesMeanWhatTheInnermostGraphSays() {
    TestModel inner = body().node("Neg", "h", "e");
    TestModel shadowing = body().node("Abs", "x", "h");
    shadowing.node("If", "c", "e", then(body().node("Exp", "h", "t")), otherwise(inner));
    OnnxModel model =
        outer()
            .node("Relu", "x", "h")
            .node("If", "c", "y", then(body().node("Tanh", "h", "t")), otherwise(shadowing))
            .output("y")
            .load();
    If op = (If) model.graph().graph().op(output(model).node());
    assertThat(op.otherwise().inputs().keySet()).containsExactly("x", "c");
    NamedGraph nested = op.otherwise();
    ValueId choice = nested.outputs().get("e");
    ValueId h = nested.graph().operands(choice.node()).get(1);
    assertThat(nested.graph().op(h.node()).label()).isEqualTo("Abs");
  }

  @Test
  void capturesPassThroughTheGraphsBetween() {
    TestModel deep = body().node("Add", "x,x", "t");
    TestModel between =
        body().node("If", "c", "t", then(deep), otherwise(body().node("Neg", "x", "e")));
    OnnxModel model =
        outer()
            .node("If", "c", "y", then(between), otherwise(body().node("Abs", "x", "e")))
            .output("y")
            .load();
    If op = (If) model.graph().graph().op(output(model).node());
    assertThat(op.then().inputs().keySet()).containsExactly("c", "x");
    assertThat(operands(model))
        .containsExactly(
            input(model, "c"), input(model, "c"), input(model, "x"), input(model, "x"));
  }

  @Test
  void nodesComeAfterWhatTheirBodiesRead() {
    OnnxModel model =
        outer()
            .node(
                "If",
                "c",
                "y",
                then(body().node("Neg", "h", "t")),
                otherwise(body().node("Abs", "h", "e")))
            .node("Relu", "x", "h")
            .output("y")
            .load();
    assertThat(model.graph().graph().op(operands(model).get(1).node()).label()).isEqualTo("Relu");
    TestModel cycle =
        outer()
            .node(
                "If",
                "c",
                "y",
                then(body().node("Neg", "y", "t")),
                otherwise(body().node("Abs", "x", "e")))
            .output("y");
    assertThatThrownBy(cycle::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("['n0'] are on a cycle");
  }

  @Test
  void errorsNameTheBody() {
    TestModel missing =
        outer()
            .node(
                "If",
                "c",
                "y",
                then(body().node("Neg", "nowhere", "t")),
                otherwise(body().node("Abs", "x", "e")))
            .output("y");
    assertThatThrownBy(missing::load)
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining(
            "has a graph 'n0.then_branch' that has a node 'n0' that reads 'nowhere'");
    TestModel absent = outer().node("If", "c", "y", then(body().node("Neg", "x", "t"))).output("y");
    assertThatThrownBy(absent::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'else_branch' is missing");
    TestModel mixed =
        outer()
            .input("i", INT64)
            .node(
                "If",
                "c",
                "y",
                then(body().node("Neg", "x", "t")),
                otherwise(body().node("Neg", "i", "e")))
            .output("y");
    assertThatThrownBy(mixed::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("output 0 is F32[N,3] from one body and I64[]");
  }

  private static TestModel loopBody(Object... dims) {
    return body()
        .input("i", INT64)
        .input("go", BOOL)
        .input("v", FLOAT, dims)
        .node("Add", "v,x", "w")
        .output("go")
        .output("w")
        .output("w");
  }

  private static TestModel loop(TestModel loopBody) {
    return outer()
        .input("m", INT64)
        .input("start", FLOAT, "N", 3)
        .node("Loop", "m,,start", "y,all", graph("body", loopBody))
        .output("y")
        .output("all");
  }

  @Test
  void loopsCarryWhatFollowsCountAndCondition() {
    OnnxModel model = loop(loopBody("K", 3)).load();
    assertThat(operands(model))
        .containsExactly(
            input(model, "m"), ValueId.ABSENT, input(model, "start"), input(model, "x"));
    Loop op = (Loop) model.graph().graph().op(output(model).node());
    assertThat(op.carried()).isEqualTo(1);
    assertThat(op.body().inputs().keySet()).containsExactly("i", "go", "v", "x");
    assertThat(op.body().outputs()).hasSize(3);
    assertThat(model.graph().outputPorts().get(0).toString()).matches("y: F32\\[\\?\\d+,3]");
    assertThat(model.graph().outputPorts().get(1).toString())
        .matches("all: F32\\[\\?\\d+,\\?\\d+,3]");
  }

  @Test
  void undeclaredCarriedValuesKeepTheRankThatTheirBodyKeeps() {
    TestModel keeping = untyped(untyped(untyped(body(), "i"), "go"), "v");
    keeping.node("Add", "v,x", "w").output("go").output("w").output("w");
    Loop kept = (Loop) loop(keeping).op();
    assertThat(kept.body().inputPorts().get(2).toString()).matches("v: F32\\[[^,]+,[^,]+]");
    TestModel growing = untyped(body().input("i", INT64).input("go", BOOL), "v");
    growing.initializer("axes", new long[] {0}, 1);
    growing.node("Unsqueeze", "v,axes", "w").output("go").output("w").output("i");
    Loop grown = (Loop) loop(growing).op();
    assertThat(grown.body().inputPorts().get(2)).hasToString("v: F32[*]");
  }

  @Test
  void loopsRefuseBodiesOfOtherForms() {
    TestModel few = body().input("i", INT64).input("go", BOOL).output("go");
    assertThatThrownBy(loop(few)::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("its body should have 3 inputs but has 2");
    assertThatThrownBy(loop(loopBody("K", 4))::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("shapes [K,4] and [N,3] do not broadcast");
    assertThatThrownBy(loop(loopBody("K", 1))::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining(
            "operand 2 feeds F32[N,3] to input 'v' of the body, which is F32[K,1]");
  }

  private static TestModel scan(long opset, AttributeProto... attributes) {
    TestModel model = TestModel.onnx(opset).input("s", FLOAT, 3).input("x", FLOAT, 2, "T", 3);
    TestModel body = untyped(untyped(body(), "state"), "slice");
    body.node("ReduceSum", "slice", "r", integer("keepdims", 0));
    body.node("Add", "state,r", "next").output("next").output("slice");
    AttributeProto[] all = new AttributeProto[attributes.length + 1];
    all[0] = graph("body", body);
    System.arraycopy(attributes, 0, all, 1, attributes.length);
    return model.node("Scan", "s,x", "y,all", all).output("y").output("all");
  }

  @Test
  void scansReadAxesAndDirections() {
    TestModel model =
        scan(
            16,
            integer("num_scan_inputs", 1),
            integers("scan_input_axes", -2),
            integers("scan_input_directions", 1),
            integers("scan_output_axes", 2));
    Scan op = (Scan) model.op();
    assertThat(op.inputs()).containsExactly(new ScanAxis(-2, true));
    assertThat(op.outputs()).containsExactly(new ScanAxis(2, false));
    assertThat(op.body().inputPorts()).hasToString("[state: F32[3], slice: F32[2,3]]");
    assertThat(model.load().graph().outputPorts()).hasToString("[y: F32[3], all: F32[2,3,T]]");
  }

  @Test
  void scansOfOtherFormsAreRefused() {
    assertThatThrownBy(scan(8, integer("num_scan_inputs", 1))::load)
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("scans over batches, as of opset 8, are not supported");
    assertThatThrownBy(scan(16)::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'num_scan_inputs' should be from 1 to the number of inputs, 2,");
    assertThatThrownBy(
            scan(16, integer("num_scan_inputs", 1), integers("scan_input_axes", 3))::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("axis 3 of a scanned input is outside of F32[2,T,3]");
    assertThatThrownBy(
            scan(16, integer("num_scan_inputs", 1), integers("scan_output_directions", 2))::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("scan_output_directions should be 0 or 1 but has 2");
    assertThatThrownBy(
            scan(16, integer("num_scan_inputs", 1), integers("scan_output_axes", 0, 0))::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("scan_output_axes has 2 entries instead of 1");
  }
}
