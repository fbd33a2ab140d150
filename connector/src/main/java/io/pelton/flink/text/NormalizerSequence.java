package io.pelton.flink.text;

import java.util.List;

/** Normalizers, each on what the one before it made. */
final class NormalizerSequence implements Normalizer {
  private final List<Normalizer> parts;

  NormalizerSequence(List<Normalizer> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public String normalize(String text) {
    String normalized = text;
    for (Normalizer next : parts) {
      normalized = next.normalize(normalized);
    }
    return normalized;
  }

  @Override
  public boolean dropsStart(String text) {
    String normalized = text;
    for (Normalizer next : parts) {
      if (next.dropsStart(normalized)) {
        return true;
      }
      normalized = next.normalize(normalized);
    }
    return false;
  }
}
