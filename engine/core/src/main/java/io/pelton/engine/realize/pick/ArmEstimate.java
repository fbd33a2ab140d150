package io.pelton.engine.realize.pick;

import io.pelton.engine.tensor.DeviceId;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a selector may know of an arm before it runs.
 *
 * @param index of the arm
 * @param bytes that its nodes allocate, by the device where they do; empty where lengths are not
 *     known yet
 */
public record ArmEstimate(int index, Map<DeviceId, OptionalLong> bytes) {
  public ArmEstimate {
    bytes = Map.copyOf(bytes);
  }
}
