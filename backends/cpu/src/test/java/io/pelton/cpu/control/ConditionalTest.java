package io.pelton.cpu.control;

import static io.pelton.cpu.control.Model.flag;
import static io.pelton.cpu.control.Model.floats;
import static io.pelton.cpu.control.Model.unranked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConditionalTest {
  /** {@code x + x}, or what is captured twice, one after the other. */
  private static If doubleOrRepeat(DType dtype) {
    Model then = new Model().input(unranked(DType.F32));
    then.output(then.apply(new Binary(OpKind.ADD), then.in(0), then.in(0)));
    Model otherwise = new Model().input(unranked(dtype)).input(unranked(dtype));
    otherwise.output(otherwise.apply(new Concat(0), otherwise.in(0), otherwise.in(1)));
    return new If(then.named(), otherwise.named());
  }

  @Test
  void theConditionPicksTheBodyAndItsOperands() {
    If op = doubleOrRepeat(DType.F32);
    Tensor one = floats(1, 2);
    Tensor two = floats(3);
    Tensor three = floats(4, 5);
    assertThat(Model.run(op, flag(true), one, two, three).get(0).toFloats()).containsExactly(2, 4);
    assertThat(Model.run(op, flag(false), one, two, three).get(0).toFloats())
        .containsExactly(3, 4, 5);
  }

  @Test
  void operandsMayBeViews() {
    Tensor reversed =
        new Tensor(floats(1, 2, 3).storage(), Layout.contiguous(3).slice(0, 2, 3, -1));
    Tensor found =
        Model.run(doubleOrRepeat(DType.F32), flag(true), reversed, reversed, reversed).get(0);
    assertThat(found.toFloats()).containsExactly(6, 4, 2);
  }

  @Test
  void whatPassesThroughABodyIsACopy() {
    Model then = new Model().input(unranked(DType.STRING));
    then.output(then.in(0));
    Tensor words = Tensor.of(new String[] {"a", "", "日本"}, 3);
    Tensor found = Model.run(new If(then.named(), then.named()), flag(true), words, words).get(0);
    assertThat(found.toStrings()).containsExactly("a", "", "日本");
    assertThat(found.storage()).isNotSameAs(words.storage());
  }

  @Test
  void aConditionIsOneElement() {
    Tensor two = Tensor.wrap(DType.BOOL, new byte[] {1, 0}, 2);
    assertThatThrownBy(
            () -> Model.run(doubleOrRepeat(DType.F32), two, floats(1), floats(1), floats(1)))
        .isInstanceOfSatisfying(
            InvalidValue.class,
            e -> {
              assertThat(e.node()).isEqualTo("node");
              assertThat(e.op()).isEqualTo("If");
              assertThat(e.reason())
                  .isEqualTo("the condition should have one element but is BOOL[2]");
            });
    Tensor one = Tensor.wrap(DType.BOOL, new byte[] {1}, 1, 1);
    assertThat(
            Model.run(doubleOrRepeat(DType.F32), one, floats(1), floats(1), floats(1))
                .get(0)
                .toFloats())
        .containsExactly(2);
  }

  @Test
  void operandsAreOfTheTypesThatTheBodyDeclares() {
    Model then = new Model().input(ValueType.tensor(DType.F32, Shape.fixed(2)));
    then.output(then.in(0));
    If op = new If(then.named(), then.named());
    assertThatThrownBy(() -> Model.run(op, flag(true), floats(1, 2, 3), floats(1, 2)))
        .isInstanceOfSatisfying(
            InputMismatch.class,
            e -> {
              assertThat(e.input()).isEqualTo("in0");
              assertThat(e.what()).isEqualTo("what node 'node' (If) feeds to the body");
              assertThat(e.expected()).isEqualTo("F32[2]");
              assertThat(e.found()).isEqualTo("F32[3]");
            });
    assertThat(Model.run(op, flag(false), floats(1, 2, 3), floats(1, 2)).get(0).toFloats())
        .as("what the other body would have been fed")
        .containsExactly(1, 2);
  }

  /** Negates twice what it captures, on a device of its own. */
  private static NamedGraph twiceNegated() {
    Model body = new Model().input(unranked(DType.F32));
    ValueId once = body.apply(new Unary(OpKind.NEG), body.in(0));
    ValueId root = body.apply(new Unary(OpKind.EXP), body.apply(new Unary(OpKind.NEG), once));
    NamedGraph named = body.output(root).named();
    named.graph().place(root.node(), DeviceId.parse("cpu:1"));
    return named;
  }

  @Test
  void bodiesAreOptimizedEachByItself() {
    NamedGraph inner =
        Model.of(new If(twiceNegated(), twiceNegated()), flag(true), floats(1), floats(1));
    RuleRegistry rules = RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared()));
    OptimizedGraph optimized = OptimizedGraph.of(inner, rules);
    assertThat(optimized.report().count("involution")).isEqualTo(2);
    If op = (If) optimized.named().graph().op(optimized.order().get(optimized.order().size() - 1));
    for (NamedGraph body : List.of(op.then(), op.otherwise())) {
      ValueId output = body.outputs().get("out0");
      assertThat(body.graph().operands(output.node())).containsExactly(body.inputs().get("in0"));
      assertThat(body.graph().placement(output.node())).contains(DeviceId.parse("cpu:1"));
    }
  }

  @Test
  void whatIsConstantOutsideIsNotEvaluatedByFolding() {
    Model model = new Model();
    ValueId one = model.constant(floats(1));
    If op = doubleOrRepeat(DType.F32);
    model.output(model.apply(op, model.constant(flag(false)), one, one, one));
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(Cpu.BACKEND, new Prepared()));
    NamedGraph optimized = OptimizedGraph.of(model.named(), rules).named();
    assertThat(Model.run(optimized).get(0).toFloats()).containsExactly(1, 1);
  }

  @Test
  void compiledGraphsRunThemBetweenSegments() {
    NamedGraph named =
        Model.of(doubleOrRepeat(DType.F32), flag(true), floats(1), floats(1), floats(1));
    CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Map<String, Value> outputs =
          executable.run(
              Map.of("in0", flag(true), "in1", floats(2), "in2", floats(3), "in3", floats(4)));
      assertThat(((Tensor) outputs.get("out0")).toFloats()).containsExactly(4);
      assertThat(compiled.runsInSegments()).isTrue();
      assertThat(executable.explain())
          .contains("because the outputs of 'node' (If) take their shape from the values of 'in0'");
    }
  }
}
