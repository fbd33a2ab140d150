package io.pelton.flink.model;

/** What tests may ask of the models that are loaded. */
public final class ModelsInUse {
  private ModelsInUse() {}

  /** Models that are in use or stay. */
  public static int count() {
    return LoadedModels.INSTANCE.size();
  }

  /** Whether there is a thread that waits for models to be let go. */
  public static boolean isKeeping() {
    return LoadedModels.INSTANCE.isKeeping();
  }
}
