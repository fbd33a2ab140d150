package io.pelton.engine.realize.pick;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a device reports of itself at some moment. Each fact may be unknown.
 *
 * @param freeBytes memory that may still be allocated
 * @param totalBytes memory that it has
 * @param queueDepth work items that wait for it
 * @param latencyNanos what a launch takes until its results are there
 */
public record DeviceTelemetry(
    OptionalLong freeBytes,
    OptionalLong totalBytes,
    OptionalInt queueDepth,
    OptionalDouble latencyNanos) {
  /** Nothing is known. */
  public static final DeviceTelemetry UNKNOWN =
      new DeviceTelemetry(
          OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty(), OptionalDouble.empty());
}
