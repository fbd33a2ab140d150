package io.pelton.engine.realize;

import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of one pass. Tensors lie where they were computed: on the host or on a device, contiguous
 * or, for views, in an input's or another result's memory. Closing it releases results on devices,
 * and inputs that results lie in, which someone else may wait for; the heap needs no release.
 */
public final class Realized implements AutoCloseable {
  private final List<ValueId> targets;
  private final List<Value> values;
  private final Map<ValueId, Value> byTarget = new LinkedHashMap<>();
  private final SymEnv produced;
  private final HostTensors host;
  private final Origins origins;
  private boolean isClosed;

  /**
   * Takes part in owning the memory of the values.
   *
   * @param targets as they were asked for
   * @param values one a target
   * @param host copies tensors to the heap
   * @param origins whose memory results may share
   */
  Realized(
      List<ValueId> targets,
      List<Value> values,
      SymEnv produced,
      HostTensors host,
      Origins origins) {
    this.targets = targets;
    this.values = values;
    this.produced = produced;
    this.host = host;
    this.origins = origins;
    for (int i = 0; i < values.size(); i++) {
      byTarget.put(targets.get(i), values.get(i));
      if (values.get(i) instanceof Tensor tensor) {
        tensor.storage().retain();
      }
    }
  }

  /**
   * The value of a target.
   *
   * @throws UnknownName when it was not asked for
   */
  public Value value(ValueId target) {
    Value value = byTarget.get(target);
    if (value == null) {
      List<String> known = targets.stream().map(ValueId::toString).toList();
      throw new UnknownName("no target", target.toString(), known);
    }
    return value;
  }

  /** One value a target, in the order of these. */
  public List<Value> values() {
    return values;
  }

  /**
   * Where a tensor target's elements are.
   *
   * @throws IllegalArgumentException when the target is no tensor
   */
  public Storage storage(ValueId target) {
    return tensor(target).storage();
  }

  /** Where in its storage a tensor target lies. */
  public Layout layout(ValueId target) {
    return tensor(target).layout();
  }

  /** A tensor target, contiguous on the heap: itself if it is so already, else a copy. */
  public Tensor onHost(ValueId target) {
    return host.of(tensor(target));
  }

  /**
   * The outputs of a graph, which were the targets: contiguous on the heap, none in the memory of
   * an input, a constant or another one. What does not lie so is copied. They outlive the results
   * and need no closing; what lies in {@link PersistentOutputs} is valid until the next pass.
   *
   * @return by name, in declaration order
   * @throws UnknownName when one was not asked for
   */
  public Map<String, Value> outputs(NamedGraph named) {
    OwnMemory memory = new OwnMemory(host);
    origins.others().forEach(memory::take);
    Map<String, Value> outputs = new LinkedHashMap<>();
    named.outputs().forEach((name, target) -> outputs.put(name, kept(memory.own(value(target)))));
    return outputs;
  }

  private static Value kept(Value value) {
    if (value instanceof Tensor tensor) {
      tensor.storage().retain();
    }
    return value;
  }

  /**
   * What ran, one plan for each segment of the graph, in order: a segment ends where lengths follow
   * from what it computes, or where a node's bodies run.
   */
  public List<Plan> plans() {
    return List.copyOf(origins.plans());
  }

  private Tensor tensor(ValueId target) {
    if (value(target) instanceof Tensor tensor) {
      return tensor;
    }
    throw new IllegalArgumentException("target " + target + " is no tensor");
  }

  /**
   * Symbols that nodes bound in this pass, such as the count of non-zero elements: none of those
   * that the inputs or the environment bind.
   */
  public SymEnv producedEnv() {
    return produced;
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      for (Value value : values) {
        if (value instanceof Tensor tensor) {
          tensor.storage().close();
        }
      }
    }
  }
}
