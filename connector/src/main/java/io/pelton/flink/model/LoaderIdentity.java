package io.pelton.flink.model;

import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;

/**
 * Names for class loaders. What one job's loader made can't be cast by another's, so that shared
 * things carry the loader in their key; identity hash codes could collide.
 */
final class LoaderIdentity {
  /** Tells apart the copies of this class that several loaders have. */
  private static final String REALM = UUID.randomUUID().toString();

  private static final Map<ClassLoader, Integer> NUMBERS = new WeakHashMap<>();
  private static int next;

  private LoaderIdentity() {}

  static synchronized String of(ClassLoader loader) {
    return REALM + "-" + NUMBERS.computeIfAbsent(loader, unknown -> next++);
  }
}
