package io.pelton.onnx.oracle.operator;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.oracle.Answer;
import io.pelton.onnx.oracle.Flat;
import io.pelton.onnx.oracle.Outcome;
import io.pelton.onnx.oracle.Outcome.Kind;
import io.pelton.onnx.oracle.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Runs a node on both sides and compares. */
final class NodeOracle implements AutoCloseable {
  private final Backend backend = Backend.named("cpu", NodeOracle.class.getClassLoader());
  private final Devices devices = Devices.of(backend);
  private final PipelinedExecutor executor =
      new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
  private final Peer peer = new Peer();

  /**
   * What came of a case.
   *
   * @throws AssertionError when our own ways to run a model disagree
   */
  Outcome compare(NodeCase made) {
    NodeModel direct = NodeModel.direct(made);
    Map<String, DType> types = new LinkedHashMap<>();
    Answer ours;
    try {
      NamedGraph graph = OnnxModel.parse(direct.proto().toByteArray(), made.toString()).graph();
      graph.outputPorts().stream()
          .filter(port -> port.type() instanceof TensorType)
          .forEach(port -> types.put(port.name(), ((TensorType) port.type()).dtype()));
      ours = new Answer.Outputs(run(graph, direct.inputs(), made));
    } catch (OnnxException | EngineException e) {
      ours = new Answer.Refused(e.toString());
    }
    if (made.beyondPeer().isPresent()) {
      return ours instanceof Answer.Refused refusal
          ? new Outcome(Kind.DIFFERENT, "refused: " + refusal.message())
          : new Outcome(Kind.NOT_ASKED, "");
    }
    return outcome(made, ours, types);
  }

  private Outcome outcome(NodeCase made, Answer ours, Map<String, DType> types) {
    Answer answer = ask(made, dtype -> dtype, types);
    if (!(answer instanceof Answer.Refused refusal)) {
      return outcome(ours, answer, made.tolerance(), true);
    }
    if (ours instanceof Answer.Refused) {
      return new Outcome(Kind.BOTH_REFUSED, "");
    }
    for (DType wider : wider(made.dtype())) {
      Answer other = ask(made, dtype -> dtype == made.dtype() ? wider : dtype, types);
      if (!(other instanceof Answer.Refused)) {
        return outcome(ours, other, made.tolerance().or(Tolerance.of(wider)), false);
      }
    }
    return new Outcome(Kind.PEER_REFUSED, refusal.message());
  }

  private Answer ask(NodeCase made, UnaryOperator<DType> computed, Map<String, DType> types) {
    NodeModel model = NodeModel.forPeer(made, computed, types);
    return peer.ask(model.proto(), model.inputs());
  }

  /** Where the peer may compute instead, when it has no kernel for a dtype. */
  private static List<DType> wider(DType dtype) {
    return switch (dtype) {
      case F16, BF16, F64 -> List.of(DType.F32);
      case I8, I16, U8, U16 -> List.of(DType.I32, DType.I64);
      case I32, U32, U64 -> List.of(DType.I64);
      default -> List.of();
    };
  }

  private static Outcome outcome(
      Answer ours, Answer theirs, Tolerance tolerance, boolean isSameDType) {
    if (theirs instanceof Answer.Crashed) {
      return new Outcome(Kind.PEER_CRASHED, "");
    }
    if (ours instanceof Answer.Refused refusal) {
      return new Outcome(Kind.DIFFERENT, "refused: " + refusal.message());
    }
    Optional<String> difference =
        new Closeness(tolerance)
            .difference(flat((Answer.Outputs) ours), flat((Answer.Outputs) theirs), isSameDType);
    return difference
        .map(text -> new Outcome(Kind.DIFFERENT, text))
        .orElseGet(() -> new Outcome(Kind.AGREED, ""));
  }

  private static List<Flat> flat(Answer.Outputs outputs) {
    return outputs.values().values().stream().map(Flat::of).toList();
  }

  /** Compiled, and the same bits realized. */
  private Map<String, Value> run(NamedGraph graph, Map<String, Tensor> inputs, NodeCase made) {
    Map<String, Value> outputs;
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      outputs = executable.run(inputs);
    }
    try (Realized realized = executor.realize(Realization.of(graph, inputs))) {
      List<Flat> others = new ArrayList<>();
      realized.outputs(graph).values().forEach(value -> others.add(Flat.of(value)));
      List<Flat> compiled = flat(new Answer.Outputs(outputs));
      if (!others.equals(compiled)) {
        throw new AssertionError(made + ", realized: " + others + " instead of " + compiled);
      }
    }
    return outputs;
  }

  @Override
  public void close() {
    peer.close();
    executor.close();
  }
}
