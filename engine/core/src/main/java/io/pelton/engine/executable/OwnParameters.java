package io.pelton.engine.executable;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.Tensor;
import java.util.Comparator;
import java.util.List;

/** The parameters of one executable, which it shares with others until one of them sets some. */
final class OwnParameters implements Parameters, AutoCloseable {
  private final CompiledGraph compiled;
  private final ExecutionGuard guard;
  private final Runnable unbind;
  private volatile ParameterValues values;
  private volatile boolean isClosed;

  /**
   * @param values to start with
   * @param unbind drops what the executable has of a program, before the program goes
   */
  OwnParameters(
      CompiledGraph compiled, ExecutionGuard guard, ParameterValues values, Runnable unbind) {
    this.compiled = compiled;
    this.guard = guard;
    this.unbind = unbind;
    this.values = retained(values);
  }

  /** What another executable may start with. */
  ParameterValues values() {
    return values;
  }

  /**
   * @throws io.pelton.engine.error.ParametersPending when they are not final
   */
  Program program() {
    return values.program();
  }

  /** Of constants and parameters, and of what was made of them; shared with others. */
  long bytes() {
    return values.bytes();
  }

  @Override
  public List<Port> declared() {
    return compiled.parameters();
  }

  @Override
  public void set(String name, Tensor value) {
    check(name, value);
    guard.within(() -> change(retained(values.with(name, value))));
  }

  private void check(String name, Tensor value) {
    Port port =
        declared().stream()
            .filter(declared -> declared.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new UnknownName("no parameter", name, names(declared())));
    InputContract contract = new InputContract(port, false);
    contract.checkOnHost(value);
    contract.check(value);
    if (!value.layout().isContiguous()) {
      throw new InputMismatch(name, "layout", "contiguous", value.layout().toString());
    }
  }

  @Override
  public void finalizeParameters() {
    guard.within(() -> values.finish());
  }

  @Override
  public boolean areFinal() {
    return values.areFinal();
  }

  @Override
  public void copyFrom(ExecutableGraph source) {
    if (!(source.capability(Parameters.class).orElse(null) instanceof OwnParameters others)) {
      throw new IncompatibleSource(subject(compiled), "parameters", describe(declared()), "none");
    }
    checkSame(others);
    guard.within(() -> take(others));
  }

  private void take(OwnParameters others) {
    ParameterValues theirs = others.shared();
    try {
      if (theirs != values) {
        change(retained(theirs.areOf(compiled) ? theirs : theirs.of(compiled)));
      }
    } finally {
      theirs.release();
    }
  }

  /** Retained; what takes them over can't change them. */
  private ParameterValues shared() {
    ParameterValues now = values;
    if (isClosed || !now.retain()) {
      throw new ConcurrentUse(
          subject(compiled), "it is closed", "Copy parameters while their source is open.");
    }
    return now;
  }

  private void checkSame(OwnParameters others) {
    List<Port> theirs = others.declared();
    for (Port port : declared()) {
      Port other =
          theirs.stream()
              .filter(their -> their.name().equals(port.name()))
              .findFirst()
              .orElse(port);
      check(
          "type of parameter '" + port.name() + "'",
          port.type().toString(),
          other.type().toString());
    }
    check("parameters", describe(sorted(declared())), describe(sorted(theirs)));
    check("devices", devices(compiled), devices(others.compiled));
  }

  private void check(String what, String expected, String found) {
    if (!expected.equals(found)) {
      throw new IncompatibleSource(subject(compiled), what, expected, found);
    }
  }

  private static List<Port> sorted(List<Port> ports) {
    return ports.stream().sorted(Comparator.comparing(Port::name)).toList();
  }

  private static String describe(List<Port> ports) {
    return names(ports).toString();
  }

  private static List<String> names(List<Port> ports) {
    return ports.stream().map(Port::name).toList();
  }

  private static String devices(CompiledGraph graph) {
    return graph.options().devices().all().stream().map(Device::id).toList().toString();
  }

  private static String subject(CompiledGraph graph) {
    return "executable '" + graph.name() + "'";
  }

  private static ParameterValues retained(ParameterValues values) {
    if (!values.retain()) {
      throw new IllegalStateException("parameters were taken over after they were released");
    }
    return values;
  }

  /** Takes other values, which are retained. */
  private void change(ParameterValues others) {
    ParameterValues old = values;
    try {
      unbind.run();
    } catch (RuntimeException | Error e) {
      others.release();
      throw e;
    }
    values = others;
    old.release();
  }

  /** With the executable, after what it has of a program. */
  @Override
  public void close() {
    isClosed = true;
    values.release();
  }
}
