package io.pelton.engine.kernel;

import io.pelton.engine.error.DuplicateKernel;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the kernels of one backend. Immutable, so that look-ups take no lock; {@link
 * Backend#extend} publishes another table of the next generation.
 */
public final class BindingTable {
  private final String backend;
  private final int generation;
  private final Map<BindingKey, List<Alternative>> alternatives;

  private BindingTable(
      String backend, int generation, Map<BindingKey, List<Alternative>> alternatives) {
    this.backend = backend;
    this.generation = generation;
    this.alternatives = alternatives;
  }

  /** In order of registration; empty where nothing is registered. */
  public List<Alternative> lookup(BindingKey key) {
    return alternatives.getOrDefault(key, List.of());
  }

  /** How often the backend's table had been extended when this one was made. */
  public int generation() {
    return generation;
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

  /** Starts the next generation: everything in this table, and what is added after it. */
  Builder extension() {
    Builder builder = new Builder(backend, generation + 1);
    alternatives.forEach((key, list) -> builder.alternatives.put(key, new ArrayList<>(list)));
    return builder;
  }

  /** Collects the kernels of one backend. Not thread-safe. */
  public static final class Builder {
    private final String backend;
    private final int generation;
    private final Map<BindingKey, List<Alternative>> alternatives = new LinkedHashMap<>();

    public Builder(String backend) {
      this(backend, 0);
    }

    private Builder(String backend, int generation) {
      this.backend = backend;
      this.generation = generation;
    }

    /**
     * Appends an alternative.
     *
     * @param inputs as in {@link BindingKey}, repeats left out
     */
    public Builder add(
        OpKind kind, List<DType> inputs, List<DType> outputs, Alternative alternative) {
      BindingKey key = new BindingKey(kind, inputs, outputs, backend);
      alternatives.computeIfAbsent(key, k -> new ArrayList<>()).add(alternative);
      return this;
    }

    /**
     * The table.
     *
     * @throws DuplicateKernel when a key has the same kernel or the same name twice
     */
    public BindingTable seal() {
      Map<BindingKey, List<Alternative>> sealed = new LinkedHashMap<>();
      alternatives.forEach((key, list) -> sealed.put(key, distinct(key, list)));
      return new BindingTable(backend, generation, sealed);
    }

    private static List<Alternative> distinct(BindingKey key, List<Alternative> list) {
      for (int later = 1; later < list.size(); later++) {
        Alternative candidate = list.get(later);
        for (Alternative earlier : list.subList(0, later)) {
          boolean isSame = earlier.kernel() == candidate.kernel();
          if (isSame || earlier.name().equals(candidate.name())) {
            throw new DuplicateKernel(
                key.toString(),
                candidate.name(),
                isSame ? "the kernel of '" + earlier.name() + "'" : "a kernel of that name");
          }
        }
      }
      return List.copyOf(list);
    }
  }
}
