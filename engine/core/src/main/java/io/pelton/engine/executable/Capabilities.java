package io.pelton.engine.executable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What one executable can do, by interface. */
final class Capabilities {
  private final Map<Class<?>, ExecutableCapability> all = new HashMap<>();

  <T extends ExecutableCapability> void add(Class<T> type, T capability) {
    all.put(type, capability);
  }

  <T extends ExecutableCapability> Optional<T> get(Class<T> type) {
    return Optional.ofNullable(all.get(type)).map(type::cast);
  }
}
