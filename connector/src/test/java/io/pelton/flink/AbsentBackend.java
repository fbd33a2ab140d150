package io.pelton.flink;

import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Probe;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend for devices whose library is not installed. */
public final class AbsentBackend implements BackendProvider {
  public static final String NAME = "absent";
  public static final String REASON = "its library is not installed";

  private static final AtomicInteger PROBES = new AtomicInteger();

  /** How often anyone asked whether it is usable. */
  public static int probes() {
    return PROBES.get();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return 1_000;
  }

  @Override
  public boolean isHost() {
    return false;
  }

  @Override
  public Probe probe() {
    PROBES.incrementAndGet();
    return new Probe.Unusable(REASON);
  }

  @Override
  public void register(BindingTable.Builder table) {
    throw new IllegalStateException("registered, although it is not usable");
  }
}
