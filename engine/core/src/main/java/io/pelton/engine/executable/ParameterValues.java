package io.pelton.engine.executable;

import io.pelton.engine.error.ParametersPending;
import io.pelton.engine.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What executables that were forked from one another share: the values of their parameters and,
 * once these are final, the program that was made with them. Values never change, so that who sets
 * another one takes other values and leaves the others be. Thread-safe.
 */
final class ParameterValues {
  private final CompiledGraph compiled;
  private final Map<String, Tensor> values;
  private volatile Program program;
  private int users;

  private ParameterValues(CompiledGraph compiled, Map<String, Tensor> values, Program program) {
    this.compiled = compiled;
    this.values = Collections.unmodifiableMap(values);
    this.program = program;
  }

  /** None, which is final where none is declared. */
  static ParameterValues none(CompiledGraph compiled, Program program) {
    return new ParameterValues(compiled, Map.of(), program);
  }

  /** These values and one more, or another one. */
  ParameterValues with(String name, Tensor value) {
    Map<String, Tensor> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new ParameterValues(compiled, more, null);
  }

  /** The same values for another graph, which declares the same parameters. */
  ParameterValues of(CompiledGraph other) {
    return new ParameterValues(other, values, null);
  }

  boolean areOf(CompiledGraph graph) {
    return compiled == graph;
  }

  boolean areFinal() {
    return program != null;
  }

  /**
   * @throws ParametersPending when they are not final
   */
  Program program() {
    Program made = program;
    if (made == null) {
      throw new ParametersPending(compiled.name(), missing());
    }
    return made;
  }

  /**
   * Makes the program, once.
   *
   * @throws ParametersPending when one has no value
   */
  synchronized void finish() {
    if (program != null) {
      return;
    }
    if (!missing().isEmpty()) {
      throw new ParametersPending(compiled.name(), missing());
    }
    program = compiled.program(values);
  }

  private List<String> missing() {
    return compiled.parameters().stream()
        .map(port -> port.name())
        .filter(name -> !values.containsKey(name))
        .toList();
  }

  long bytes() {
    Program made = program;
    return made == null ? Program.bytes(values.values()) : made.weightBytes();
  }

  /**
   * Counts an executable that uses them.
   *
   * @return false when there was a last one already
   */
  synchronized boolean retain() {
    if (users < 0) {
      return false;
    }
    users++;
    return true;
  }

  /** An executable uses them no more; with the last one, their program goes. */
  synchronized void release() {
    users--;
    if (users == 0) {
      users = -1;
      if (program != null) {
        compiled.retire(program);
      }
    }
  }
}
