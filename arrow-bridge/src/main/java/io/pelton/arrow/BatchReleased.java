package io.pelton.arrow;

/** A batch was used after its last owner released it. */
public final class BatchReleased extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String batch;

  public BatchReleased(String batch) {
    super(
        "Batch "
            + batch
            + " was already released; retain it for as long as it or a tensor on it is in use.");
    this.batch = batch;
  }

  public String batch() {
    return batch;
  }
}
