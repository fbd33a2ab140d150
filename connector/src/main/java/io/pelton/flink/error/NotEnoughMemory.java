package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A slot has less managed memory for an inference than it needs. */
@PublicEvolving
public final class NotEnoughMemory extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final long requested;
  private final long available;

  /**
   * @param model its name
   * @param requested bytes of one slot; 0 for any number
   * @param available bytes that there are for the inference in this slot
   */
  public NotEnoughMemory(String model, long requested, long available, Throwable cause) {
    super(
        "Model '"
            + model
            + "': expected "
            + (requested == 0 ? "some" : requested + " bytes of")
            + " managed memory in its slot"
            + (requested == 0 ? "" : ", as memoryLimit(…) says")
            + ", found "
            + (available == 0 ? "none" : available + " bytes")
            + (available == 0 ? " that Flink gives to operators" : " as its share")
            + "; raise taskmanager.memory.managed.size or taskmanager.memory.managed.fraction"
            + (available == 0
                ? ", and see that taskmanager.memory.managed.consumer-weights gives OPERATOR some."
                : ", have fewer slots, or lower memoryLimit(…) of the inference."),
        cause);
    this.model = model;
    this.requested = requested;
    this.available = available;
  }

  public String model() {
    return model;
  }

  /** Bytes of one slot; 0 for any number. */
  public long requested() {
    return requested;
  }

  /** Bytes that there are for the inference in the slot. */
  public long available() {
    return available;
  }
}
