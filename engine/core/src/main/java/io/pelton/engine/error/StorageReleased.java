package io.pelton.engine.error;

/** Storage was used after its last owner released it. */
public final class StorageReleased extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String storage;

  public StorageReleased(String storage) {
    super(
        "Storage "
            + storage
            + " was already released; retain it for as long as a tensor on it is in use.");
    this.storage = storage;
  }

  public String storage() {
    return storage;
  }
}
