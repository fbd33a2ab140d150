package io.pelton.cuda.driver;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * What loading and initializing the driver came to.
 *
 * @param reason why it can't be used, in one sentence; null where it can
 * @param version as the driver counts, 12040 for 12.4
 * @param contexts by the devices' index
 */
record DriverState(String reason, int version, Map<Integer, DeviceContexts> contexts) {
  /** The first driver that reads the modules of this backend. */
  private static final int LEAST_VERSION = 12_000;

  static DriverState find() {
    try {
      NativeLoading.initialize(JCudaDriver.class);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      return unusable(LoadingFailure.reason(e));
    }
    JCudaDriver.setExceptionsEnabled(false);
    try {
      return initialize();
    } catch (EngineException e) {
      return unusable(e.getMessage());
    }
  }

  private static DriverState unusable(String reason) {
    return new DriverState(reason, 0, Map.of());
  }

  private static DriverState initialize() {
    int[] number = new int[1];
    int code = JCudaDriver.cuDriverGetVersion(number);
    int version = number[0];
    if (code == CUresult.CUDA_SUCCESS && version < LEAST_VERSION) {
      return unusable(
          "the NVIDIA driver is too old: it supports CUDA "
              + text(version)
              + ", and "
              + text(LEAST_VERSION)
              + " is needed");
    }
    if (code == CUresult.CUDA_SUCCESS) {
      code = JCudaDriver.cuInit(0);
    }
    if (code == CUresult.CUDA_SUCCESS) {
      code = JCudaDriver.cuDeviceGetCount(number);
    }
    if (code == CUresult.CUDA_ERROR_NO_DEVICE
        || (code == CUresult.CUDA_SUCCESS && number[0] == 0)) {
      return unusable("the NVIDIA driver finds no device that this process may use");
    }
    if (code != CUresult.CUDA_SUCCESS) {
      return unusable("the NVIDIA driver can't be initialized: " + ErrorCode.name(code));
    }
    return ofDevices(version, number[0]);
  }

  private static DriverState ofDevices(int version, int count) {
    Map<Integer, DeviceContexts> contexts = new TreeMap<>();
    List<DeviceInformation> unsupported = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      DeviceAttributes attributes = new DeviceAttributes(new DeviceId(CudaDriver.BACKEND, index));
      DeviceInformation information = attributes.read();
      if (information.isSupported()) {
        contexts.put(index, new DeviceContexts(information, attributes.device()));
      } else {
        unsupported.add(information);
      }
    }
    return contexts.isEmpty()
        ? unusable("compute capability 7.5 or above is needed, but there is only " + unsupported)
        : new DriverState(null, version, Map.copyOf(contexts));
  }

  List<DeviceInformation> devices() {
    return new TreeMap<>(contexts).values().stream().map(DeviceContexts::information).toList();
  }

  DeviceContexts contexts(int index) {
    DeviceContexts found = contexts.get(index);
    if (found == null) {
      throw new BackendUnavailable(
          new DeviceId(CudaDriver.BACKEND, index).toString(),
          "the driver has no such device",
          devices().stream().map(device -> device.id().toString()).toList());
    }
    return found;
  }

  String description() {
    return devices().stream()
        .map(DeviceInformation::toString)
        .collect(Collectors.joining(", ", "CUDA driver " + text(version) + ": ", ""));
  }

  private static String text(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }
}
