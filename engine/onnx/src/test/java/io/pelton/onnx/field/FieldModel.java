package io.pelton.onnx.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.error.PeltonException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A model with the values that it is about, run every way there is: as constants of the file, which
 * are folded when it is compiled, or given when it runs, compiled and realized. All ways have to
 * give the same bits, or to be refused.
 */
final class FieldModel {
  /** Which values are given when the model runs; the others are its own. */
  enum Way {
    CONSTANT,
    FIRST_GIVEN,
    ALL_GIVEN,
    ALL_GIVEN_UNKNOWN_LENGTHS
  }

  private static final Backend CPU = Backend.named("cpu", FieldModel.class.getClassLoader());

  private final long opset;
  private final Map<String, Tensor> values = new LinkedHashMap<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<Consumer<TestModel>> nodes = new ArrayList<>();
  private Set<Way> ways = EnumSet.allOf(Way.class);

  private FieldModel(long opset) {
    this.opset = opset;
  }

  static FieldModel onnx(long opset) {
    return new FieldModel(opset);
  }

  /**
   * One node with output {@code y}.
   *
   * @param operands null for one that is left out
   */
  static FieldModel of(long opset, String op, List<AttributeProto> attributes, Tensor... operands) {
    FieldModel model = new FieldModel(opset);
    List<String> names = new ArrayList<>();
    for (Tensor operand : operands) {
      String name = operand == null ? "" : "x" + names.size();
      names.add(name);
      if (operand != null) {
        model.value(name, operand);
      }
    }
    return model
        .node(op, String.join(",", names), "y", attributes.toArray(new AttributeProto[0]))
        .output("y");
  }

  static FieldModel of(long opset, String op, Tensor... operands) {
    return of(opset, op, List.of(), operands);
  }

  /** A value that is the model's own, or given. */
  FieldModel value(String name, Tensor tensor) {
    values.put(name, tensor);
    return this;
  }

  FieldModel node(String op, String inputs, String results, AttributeProto... attributes) {
    nodes.add(model -> model.node(op, inputs, results, attributes));
    return this;
  }

  FieldModel output(String name) {
    outputs.add(name);
    return this;
  }

  FieldModel only(Way... some) {
    ways = EnumSet.copyOf(Arrays.asList(some));
    return this;
  }

  FieldModel without(Way way) {
    ways.remove(way);
    return this;
  }

  /** The only output, or the first. */
  Tensor run() {
    return runAll().get(0);
  }

  /** The outputs in order, after all ways have been found to give the same. */
  List<Tensor> runAll() {
    List<Tensor> first = null;
    for (Way way : ways) {
      NamedGraph graph = model(way).load().graph();
      Map<String, Tensor> given = given(way);
      List<Tensor> compiled = compiled(graph, given);
      first = first == null ? compiled : first;
      assertThat(bits(compiled)).as("%s, compiled", way).isEqualTo(bits(first));
      assertThat(realized(graph, given)).as("%s, realized", way).isEqualTo(bits(first));
    }
    return first;
  }

  /**
   * Checks that every way ends in an error of ours.
   *
   * @param parts what its message says
   */
  void refuses(String... parts) {
    for (Way way : ways) {
      TestModel model = model(way);
      Map<String, Tensor> given = given(way);
      assertRefused(() -> compiled(model.load().graph(), given), way + ", compiled", parts);
      assertRefused(() -> realized(model.load().graph(), given), way + ", realized", parts);
    }
  }

  private static void assertRefused(ThrowingCallable run, String way, String... parts) {
    AbstractThrowableAssert<?, ?> error =
        assertThatThrownBy(run).as(way).isInstanceOf(PeltonException.class);
    for (String part : parts) {
      error.hasMessageContaining(part);
    }
  }

  private boolean isGiven(Way way, String name) {
    return switch (way) {
      case CONSTANT -> false;
      case FIRST_GIVEN -> values.keySet().iterator().next().equals(name);
      case ALL_GIVEN, ALL_GIVEN_UNKNOWN_LENGTHS -> true;
    };
  }

  private Map<String, Tensor> given(Way way) {
    Map<String, Tensor> given = new LinkedHashMap<>(values);
    given.keySet().removeIf(name -> !isGiven(way, name));
    return given;
  }

  private TestModel model(Way way) {
    TestModel model = TestModel.onnx(opset).opset("ai.onnx.ml", 4);
    values.forEach(
        (name, tensor) -> {
          if (isGiven(way, name)) {
            model.input(name, TensorProtos.code(tensor.dtype()), dims(way, tensor));
          } else {
            model.initializer(TensorProtos.of(name, tensor));
          }
        });
    nodes.forEach(node -> node.accept(model));
    outputs.forEach(model::output);
    return model;
  }

  private static Object[] dims(Way way, Tensor tensor) {
    Object[] dims = Arrays.stream(tensor.dims()).boxed().toArray();
    if (way == Way.ALL_GIVEN_UNKNOWN_LENGTHS) {
      Arrays.fill(dims, null);
    }
    return dims;
  }

  private List<Tensor> compiled(NamedGraph graph, Map<String, Tensor> given) {
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(CPU));
        ExecutableGraph executable = compiled.newExecutable()) {
      Map<String, Value> results = executable.run(given);
      return outputs.stream().map(name -> copy((Tensor) results.get(name))).toList();
    }
  }

  /** Results lie in memory that goes with the executable. */
  private static Tensor copy(Tensor tensor) {
    return switch (tensor.dtype().kind()) {
      case STRING -> Tensor.of(tensor.toStrings(), tensor.dims());
      case FLOAT -> Elements.shaped(tensor.dtype(), tensor.toDoubles(), tensor.dims());
      default -> Elements.shaped(tensor.dtype(), tensor.toLongs(), tensor.dims());
    };
  }

  private List<Bits> realized(NamedGraph graph, Map<String, Tensor> given) {
    Devices devices = Devices.of(CPU);
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(graph, given))) {
      Map<String, Value> results = realized.outputs(graph);
      return outputs.stream().map(name -> Bits.of((Tensor) results.get(name))).toList();
    }
  }

  private static List<Bits> bits(List<Tensor> tensors) {
    return tensors.stream().map(Bits::of).toList();
  }
}
