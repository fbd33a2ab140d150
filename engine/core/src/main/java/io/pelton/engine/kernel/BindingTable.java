package io.pelton.engine.kernel;

import io.pelton.engine.error.DuplicateKernel;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds kernels. Immutable, so that look-ups take no lock. */
public final class BindingTable {
  private final Map<BindingKey, List<Alternative>> alternatives;

  private BindingTable(Map<BindingKey, List<Alternative>> alternatives) {
    this.alternatives = alternatives;
  }

  /** In order of registration; empty where nothing is registered. */
  public List<Alternative> lookup(BindingKey key) {
    return alternatives.getOrDefault(key, List.of());
  }

  /** Every key that is covered, in order of registration. */
  public List<BindingKey> keys() {
    return List.copyOf(alternatives.keySet());
  }

  /** The dtype signatures that are covered for an op. */
  public List<String> supported(OpKind kind) {
    return alternatives.keySet().stream()
        .filter(key -> key.kind() == kind)
        .map(BindingKey::signature)
        .toList();
  }

  /** Collects the kernels of one backend. Not thread-safe. */
  public static final class Builder {
    private final String backend;
    private final Map<BindingKey, List<Alternative>> alternatives = new LinkedHashMap<>();

    public Builder(String backend) {
      this.backend = backend;
    }

    /**
     * Appends an alternative.
     *
     * @param inputs as in {@link BindingKey}, repeats left out
     * @throws DuplicateKernel when its name is taken under this key
     */
    public Builder add(
        OpKind kind, List<DType> inputs, List<DType> outputs, Alternative alternative) {
      BindingKey key = new BindingKey(kind, inputs, outputs, backend);
      List<Alternative> registered = alternatives.computeIfAbsent(key, k -> new ArrayList<>());
      if (registered.stream().anyMatch(other -> other.name().equals(alternative.name()))) {
        throw new DuplicateKernel(key.toString(), alternative.name());
      }
      registered.add(alternative);
      return this;
    }

    public BindingTable seal() {
      Map<BindingKey, List<Alternative>> sealed = new LinkedHashMap<>();
      alternatives.forEach((key, list) -> sealed.put(key, List.copyOf(list)));
      return new BindingTable(sealed);
    }
  }
}
