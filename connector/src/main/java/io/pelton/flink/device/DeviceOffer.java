package io.pelton.flink.device;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;

/**
 * Which of Flink's external resources lists the devices that a job may use.
 *
 * @param resource its name in {@code external-resources}
 * @param isRequired whether a TaskManager without it can't run the job; otherwise all its devices
 *     are offered
 */
@Internal
public record DeviceOffer(String resource, boolean isRequired) implements Serializable {
  /** The name that Flink's documentation gives to GPUs. */
  public static final DeviceOffer STANDARD = new DeviceOffer("gpu", false);

  private static final String SETTING = "deviceResource";

  /** The property by which Flink's GPU driver names a device. */
  private static final String INDEX = "index";

  /**
   * Indices of the devices that the TaskManager offers; empty for all that there are.
   *
   * @param infos of an external resource by its name, as Flink's runtime gives them
   * @throws InvalidSetting when the resource is missing but required, or lists what has no index
   */
  Optional<Set<Integer>> indices(Function<String, Set<ExternalResourceInfo>> infos) {
    Set<ExternalResourceInfo> listed = infos.apply(resource);
    if (listed.isEmpty()) {
      if (isRequired) {
        throw new InvalidSetting(
            SETTING,
            "an external resource of every TaskManager",
            "'" + resource + "', of which this TaskManager has none",
            "add it to external-resources and set external-resource." + resource + ".amount");
      }
      return Optional.empty();
    }
    Set<Integer> indices = new TreeSet<>();
    listed.forEach(info -> indices.add(index(info)));
    return Optional.of(indices);
  }

  private int index(ExternalResourceInfo info) {
    String text = info.getProperty(INDEX).orElse("nothing");
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new InvalidSetting(
          SETTING,
          "an external resource whose property '" + INDEX + "' is a device's number",
          "'" + text + "' of resource '" + resource + "'",
          "name another resource, or let its driver list numbers as Flink's GPU driver does",
          e);
    }
  }
}
