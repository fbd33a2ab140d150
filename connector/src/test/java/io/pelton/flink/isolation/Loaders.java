package io.pelton.flink.isolation;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** The class loaders that jobs ran in. Loaded once, by the parent of them all. */
public final class Loaders {
  private static final List<WeakReference<ClassLoader>> SEEN = new ArrayList<>();

  private Loaders() {}

  /** Notes a loader by a reference that does not hold it. */
  public static synchronized void note(ClassLoader loader) {
    if (SEEN.stream().noneMatch(seen -> seen.get() == loader)) {
      SEEN.add(new WeakReference<>(loader));
    }
  }

  /** How many were ever noted. */
  static synchronized int count() {
    return SEEN.size();
  }

  static synchronized long alive() {
    return SEEN.stream().filter(seen -> seen.get() != null).count();
  }
}
