package io.pelton.onnx.op;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.UnsupportedNodes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the translation of an operator in a version of its domain. Immutable and thread-safe. */
public final class OperatorTable {
  /** The default domain, which files call by an empty name, too. */
  public static final String ONNX = "ai.onnx";

  /** The domain of classical machine learning. */
  public static final String ML = "ai.onnx.ml";

  /** The domain of ONNX Runtime's own operators. */
  public static final String CONTRIB = "com.microsoft";

  private static final OperatorTable STANDARD = build();

  private final Map<String, OperatorFamily> domains;

  private OperatorTable(Map<String, OperatorFamily> domains) {
    this.domains = domains;
  }

  /** Every operator that can be imported. */
  public static OperatorTable standard() {
    return STANDARD;
  }

  private static OperatorTable build() {
    // the newest versions whose changes to the operators below are known
    OperatorFamily onnx = new OperatorFamily(28);
    SourceOperators.addTo(onnx);
    GeneratorOperators.addTo(onnx);
    ElementwiseOperators.addTo(onnx);
    BitOperators.addTo(onnx);
    VariadicOperators.addTo(onnx);
    ActivationOperators.addTo(onnx);
    ReduceOperators.addTo(onnx);
    ReductionOperators.addTo(onnx);
    CumulativeOperators.addTo(onnx);
    ShapeOperators.addTo(onnx);
    SplitOperator.addTo(onnx);
    TileOperator.addTo(onnx);
    PadOperator.addTo(onnx);
    IndexOperators.addTo(onnx);
    BoxOperators.addTo(onnx);
    CropOperator.addTo(onnx);
    LossOperators.addTo(onnx);
    BlockOperators.addTo(onnx);
    LinalgOperators.addTo(onnx);
    EinsumOperator.addTo(onnx);
    ConvOperators.addTo(onnx);
    CausalConvOperator.addTo(onnx);
    LpOperators.addTo(onnx);
    SpreadOperators.addTo(onnx);
    ResizeOperators.addTo(onnx);
    SampleOperators.addTo(onnx);
    SignalOperators.addTo(onnx);
    RecurrentOperators.addTo(onnx);
    NormOperators.addTo(onnx);
    BatchNormOperator.addTo(onnx);
    LocalNormOperators.addTo(onnx);
    WindowOperators.addTo(onnx);
    QuantizeOperators.addTo(onnx);
    QuantizedProductOperators.addTo(onnx);
    DropoutOperator.addTo(onnx);
    RandomOperators.addTo(onnx);
    TextOperators.addTo(onnx);
    ControlOperators.addTo(onnx);
    LoopOperator.addTo(onnx);
    OperatorFamily ml = new OperatorFamily(5);
    TreeOperators.addTo(ml);
    LinearOperators.addTo(ml);
    SvmOperators.addTo(ml);
    FeatureOperators.addTo(ml);
    LabelOperators.addTo(ml);
    OperatorFamily contrib = new OperatorFamily(1);
    ContribOperators.addTo(contrib);
    return new OperatorTable(Map.of(ONNX, onnx, ML, ml, CONTRIB, contrib));
  }

  /** The name of a domain, where the default one is written out. */
  public static String domain(String domain) {
    return domain.isEmpty() ? ONNX : domain;
  }

  /**
   * Why an operator can't be translated; empty when it can.
   *
   * @param opset the version that the model imports, 0 when it imports none
   */
  public Optional<String> unsupported(String domain, String op, long opset) {
    OperatorFamily family = domains.get(domain);
    if (family == null) {
      return Optional.of("operators of domain " + domain + " are not supported");
    }
    if (opset < 1) {
      return Optional.of("the model imports no operator set of domain " + domain);
    }
    return family.unsupported(op, opset);
  }

  /** True when the version is newer than the newest one known of the domain. */
  public boolean isNewer(String domain, long opset) {
    return domains.containsKey(domain) && opset > domains.get(domain).newest();
  }

  /** The newest known version of a domain with operators here. */
  public long newest(String domain) {
    return domains.get(domain).newest();
  }

  /** The operators of a domain, each with the versions that brought a change to its translation. */
  public SortedMap<String, List<Long>> versions(String domain) {
    return domains.get(domain).versions();
  }

  /**
   * Adds a node that is not {@link #unsupported} to the graph.
   *
   * @return the values of its outputs, in order
   * @throws InvalidNode when it breaks its operator's rules
   * @throws UnsupportedNodes when it asks its operator for something that the engine can't do
   */
  public List<ValueId> translate(OnnxNode node) {
    Translation translation = domains.get(node.domain()).find(node.op(), node.opset());
    try {
      List<ValueId> outputs = translation.translate(node);
      node.attributes().refuseUnread();
      return outputs;
    } catch (EngineException | ArithmeticException | IllegalArgumentException e) {
      // shapes of a hostile model may overflow the engine's arithmetic
      throw node.invalid(e instanceof InvalidOp rule ? rule.reason() : e.toString(), e);
    }
  }

  /** The operators of one domain. */
  static final class OperatorFamily {
    private final long newest;
    private final Map<String, TreeMap<Long, Translation>> operators = new HashMap<>();
    private final Map<String, String> refused = new HashMap<>();

    OperatorFamily(long newest) {
      this.newest = newest;
    }

    /**
     * @param since the version from which on the translation holds, up to the next row's
     */
    void add(String op, long since, Translation translation) {
      Translation previous =
          operators.computeIfAbsent(op, key -> new TreeMap<>()).put(since, translation);
      if (previous != null) {
        throw new IllegalStateException(op + " since " + since + " has two rows");
      }
    }

    /**
     * @param reason why the operator is known but can't be imported, and what to do
     */
    void refuse(String op, String reason) {
      refused.put(op, reason);
    }

    long newest() {
      return newest;
    }

    SortedMap<String, List<Long>> versions() {
      SortedMap<String, List<Long>> versions = new TreeMap<>();
      operators.forEach((op, rows) -> versions.put(op, List.copyOf(rows.keySet())));
      return versions;
    }

    Optional<String> unsupported(String op, long opset) {
      TreeMap<Long, Translation> versions = operators.get(op);
      if (versions == null) {
        return Optional.of(refused.getOrDefault(op, "the operator is not supported"));
      }
      return versions.floorEntry(opset) != null
          ? Optional.empty()
          : Optional.of("the operator exists since opset " + versions.firstKey());
    }

    Translation find(String op, long opset) {
      return operators.get(op).floorEntry(opset).getValue();
    }
  }
}
