package io.pelton.cuda.emulator;

/** How a device is lost; every call in its contexts gives that error until they are reset. */
public enum DeviceLoss {
  UNAVAILABLE(46),
  UNCORRECTABLE_MEMORY_ERROR(214);

  private final int code;

  DeviceLoss(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
