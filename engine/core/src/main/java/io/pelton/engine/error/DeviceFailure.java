package io.pelton.engine.error;

/** A device refused or failed to do something; what was running fails, the device can be used. */
public final class DeviceFailure extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String device;
  private final String action;
  private final String code;

  /**
   * @param action what was tried, such as {@code launch of 'softmax_f32'}
   * @param code as the driver names it
   */
  public DeviceFailure(String device, String action, String code) {
    super("Device '" + device + "' failed at the " + action + ": " + code + ".");
    this.device = device;
    this.action = action;
    this.code = code;
  }

  public String device() {
    return device;
  }

  public String action() {
    return action;
  }

  public String code() {
    return code;
  }
}
