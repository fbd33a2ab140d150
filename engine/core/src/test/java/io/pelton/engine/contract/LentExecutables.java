package io.pelton.engine.contract;

import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.DecodeExecutables;
import io.pelton.engine.executable.ExecutableGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executables by bucket that a test can exchange; the test closes them. */
final class LentExecutables implements DecodeExecutables, AutoCloseable {
  final Map<Long, ExecutableGraph> byUpper = new LinkedHashMap<>();
  final List<ExecutableGraph> released = new ArrayList<>();

  private final CompiledGraph compiled;

  LentExecutables(CompiledGraph compiled) {
    this.compiled = compiled;
  }

  @Override
  public ExecutableGraph at(long upper) {
    return byUpper.computeIfAbsent(upper, bucket -> compiled.newExecutable());
  }

  @Override
  public void release(ExecutableGraph executable) {
    released.add(executable);
  }

  @Override
  public void close() {
    byUpper.values().forEach(ExecutableGraph::close);
  }
}
