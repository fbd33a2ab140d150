package io.pelton.flink.operator;

import io.pelton.engine.executable.CompiledGraph;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verdicts on loaded models, which all slots of the TaskManager share, and say once in the log. */
final class PaddingVerdicts {
  private static final Logger LOG = LoggerFactory.getLogger(PaddingVerdicts.class);

  private static final Map<CompiledGraph, PaddingVerdicts> ALL = new WeakHashMap<>();

  private final Map<Object, PaddingVerdict> verdicts = new HashMap<>();

  private PaddingVerdicts() {}

  static PaddingVerdicts on(CompiledGraph model) {
    synchronized (ALL) {
      return ALL.computeIfAbsent(model, key -> new PaddingVerdicts());
    }
  }

  /**
   * The verdict; other slots wait while one finds it.
   *
   * @param settings on which it depends
   */
  synchronized PaddingVerdict get(String model, Object settings, Supplier<PaddingVerdict> probe) {
    PaddingVerdict verdict = verdicts.get(settings);
    if (verdict == null) {
      verdict = probe.get();
      verdicts.put(settings, verdict);
      if (verdict.isMasked()) {
        LOG.info("Model '{}' masks padding: lists are padded to their buckets.", model);
      } else {
        LOG.warn(
            "Model '{}' does not mask padding: {}. Records are grouped by the exact lengths of"
                + " their lists; name the mask with withMask(…) if the model has one, or choose"
                + " LengthPolicy.exact().",
            model,
            verdict.reason());
      }
    }
    return verdict;
  }
}
