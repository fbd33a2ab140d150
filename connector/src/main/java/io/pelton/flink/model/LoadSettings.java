package io.pelton.flink.model;

import io.pelton.flink.device.DeviceOffer;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.annotation.Internal;

/**
 * How a TaskManager loads a model and how long it keeps it.
 *
 * @param keepLoaded after the last slot has closed it
 * @param warmUp the longest time that runs before the first batch may take; zero for none
 * @param devices that the slots may use
 * @param threads among which a run is divided, no more than there are processors; 1 for the task's
 *     own
 */
@Internal
public record LoadSettings(Duration keepLoaded, Duration warmUp, DeviceOffer devices, int threads)
    implements Serializable {
  /** Long enough for Flink to restart a job. */
  public static final Duration DEFAULT_KEEP_LOADED = Duration.ofSeconds(10);

  /** What kernels of vectors need to be compiled by the JVM. */
  public static final Duration DEFAULT_WARM_UP = Duration.ofSeconds(1);

  public static LoadSettings defaults() {
    return new LoadSettings(DEFAULT_KEEP_LOADED, DEFAULT_WARM_UP, DeviceOffer.STANDARD, 1);
  }

  public LoadSettings withKeepLoaded(Duration duration) {
    return new LoadSettings(duration, warmUp, devices, threads);
  }

  public LoadSettings withWarmUp(Duration most) {
    return new LoadSettings(keepLoaded, most, devices, threads);
  }

  public LoadSettings withDevices(DeviceOffer offer) {
    return new LoadSettings(keepLoaded, warmUp, offer, threads);
  }

  public LoadSettings withThreads(int count) {
    return new LoadSettings(keepLoaded, warmUp, devices, count);
  }
}
