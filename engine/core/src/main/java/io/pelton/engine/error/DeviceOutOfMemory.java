package io.pelton.engine.error;

/** A device has not as much memory left as was asked for. The device can still be used. */
public final class DeviceOutOfMemory extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String device;
  private final long requestedBytes;
  private final long freeBytes;
  private final long budgetBytes;

  /**
   * @param freeBytes of the device, or what is left of the budget where that is less
   * @param budgetBytes that this process may use of the device
   */
  public DeviceOutOfMemory(String device, long requestedBytes, long freeBytes, long budgetBytes) {
    super(
        "Device '"
            + device
            + "' has no room for "
            + requestedBytes
            + " bytes: "
            + freeBytes
            + " are free, and this process may use "
            + budgetBytes
            + "; run fewer rows at a time, use fewer slots, or raise the device's budget.");
    this.device = device;
    this.requestedBytes = requestedBytes;
    this.freeBytes = freeBytes;
    this.budgetBytes = budgetBytes;
  }

  public String device() {
    return device;
  }

  public long requestedBytes() {
    return requestedBytes;
  }

  public long freeBytes() {
    return freeBytes;
  }

  public long budgetBytes() {
    return budgetBytes;
  }
}
