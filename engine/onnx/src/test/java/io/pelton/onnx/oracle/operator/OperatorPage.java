package io.pelton.onnx.oracle.operator;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.op.OperatorTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes down what is supported, from the importer's table and from what drawn nodes become. */
final class OperatorPage {
  /** Nodes that are drawn for each dtype. */
  private static final int DRAWN = 6;

  private static final Backend BACKEND = Backend.named("cpu", OperatorPage.class.getClassLoader());

  /** Dtypes that stand together under one name, the widest set first. */
  private static final List<Map.Entry<String, Set<DType>>> GROUPS =
      List.of(
          Map.entry("all", OperatorDraws.ALL),
          Map.entry("numbers", OperatorDraws.NUMBERS),
          Map.entry("integers", OperatorDraws.INTEGERS),
          Map.entry("floats", OperatorDraws.FLOATS));

  private OperatorPage() {}

  /** The rows of the page's table for a domain. */
  static String table(String domain) {
    Map<String, OperatorDraw> draws =
        OperatorDraws.standard().stream()
            .filter(draw -> draw.domain().equals(domain))
            .collect(Collectors.toMap(OperatorDraw::op, Function.identity()));
    StringBuilder table =
        new StringBuilder("| operator | versions | element types | ops |\n|---|---|---|---|\n");
    OperatorTable.standard()
        .versions(domain)
        .forEach((op, versions) -> table.append(row(draws.get(op), versions)));
    return table.toString();
  }

  /** The operators of a domain that has no draws. */
  static String names(String domain) {
    return String.join(" ", OperatorTable.standard().versions(domain).keySet()) + "\n";
  }

  private static String row(OperatorDraw draw, List<Long> versions) {
    return "| %s | %s | %s | %s |%n"
        .formatted(
            draw.op(),
            versions.stream().map(String::valueOf).collect(Collectors.joining(", ")),
            dtypes(draw.dtypes()),
            String.join(" ", ops(draw)));
  }

  private static String dtypes(Set<DType> dtypes) {
    Set<DType> left = new TreeSet<>(dtypes);
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Set<DType>> group : GROUPS) {
      if (left.containsAll(group.getValue())) {
        left.removeAll(group.getValue());
        names.add(group.getKey());
      }
    }
    left.forEach(dtype -> names.add(dtype.name().toLowerCase(Locale.ROOT)));
    return String.join(" ", names);
  }

  /** The dtypes of which a drawn node loads, and compiles on the CPU. */
  static Set<DType> running(OperatorDraw draw) {
    Set<DType> running = EnumSet.noneOf(DType.class);
    long newest = Opsets.of(draw).newest();
    for (DType dtype : draw.dtypes()) {
      for (int seed = 0; seed < DRAWN && !running.contains(dtype); seed++) {
        if (runs(draw.make(seed, newest, dtype))) {
          running.add(dtype);
        }
      }
    }
    return running;
  }

  private static boolean runs(NodeCase made) {
    byte[] model = NodeModel.direct(made).proto().toByteArray();
    Optional<NamedGraph> loaded = load(model, made.toString());
    try {
      loaded.ifPresent(named -> CompiledGraph.compile(named, CompileOptions.on(BACKEND)).close());
      return loaded.isPresent();
    } catch (EngineException e) {
      return false;
    }
  }

  /** Labels of all ops that nodes of the operator become. */
  private static SortedSet<String> ops(OperatorDraw draw) {
    SortedSet<String> ops = new TreeSet<>();
    Opsets opsets = Opsets.of(draw);
    for (DType dtype : draw.dtypes()) {
      for (int seed = 0; seed < DRAWN; seed++) {
        byte[] model =
            NodeModel.direct(draw.make(seed, opsets.newest(), dtype)).proto().toByteArray();
        load(model, draw.toString()).ifPresent(named -> collect(named, ops));
      }
    }
    return ops;
  }

  /** Empty for a node that breaks its operator's rules, as draws may. */
  private static Optional<NamedGraph> load(byte[] model, String name) {
    try {
      return Optional.of(OnnxModel.parse(model, name).graph());
    } catch (OnnxException e) {
      return Optional.empty();
    }
  }

  private static void collect(NamedGraph named, Set<String> ops) {
    Graph graph = named.graph();
    for (NodeId node : graph.order(named.outputs().values())) {
      OpKind kind = graph.op(node).kind();
      if (kind != OpKind.INPUT && kind != OpKind.CONST) {
        ops.add(kind.label());
      }
    }
  }
}
