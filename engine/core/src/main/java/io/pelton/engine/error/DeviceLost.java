package io.pelton.engine.error;

/**
 * A device failed in a way that ends all that this process keeps on it. What is opened afterwards
 * may use it again.
 */
public final class DeviceLost extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String device;
  private final String action;
  private final String code;

  /**
   * @param action at which it was noticed, such as {@code wait for 'softmax_f32'}
   * @param code as the driver names it
   */
  public DeviceLost(String device, String action, String code) {
    super(
        "Device '"
            + device
            + "' was lost, noticed at the "
            + action
            + ": "
            + code
            + "; what lies on it is gone: close what uses it and open it again.");
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
