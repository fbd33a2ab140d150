package io.pelton.flink.model;

import io.pelton.flink.device.DeviceLease;
import org.apache.flink.annotation.Internal;

/**
 * One slot's share in a model of its TaskManager, and its place on a device. All slots that lease
 * equal models on one device under one class loader get the same weights. Used by one thread at a
 * time.
 */
@Internal
public final class ModelLease implements AutoCloseable {
  private static final String HOOK = "pelton-models";

  private final LoadedModel model;
  private final ModelSpec spec;
  private final LoadedModels.Key key;
  private final DeviceLease device;
  private boolean isClosed;

  private ModelLease(LoadedModel model, ModelSpec spec, LoadedModels.Key key, DeviceLease device) {
    this.model = model;
    this.spec = spec;
    this.key = key;
    this.device = device;
  }

  /**
   * Loads the model unless it is loaded; waits while another slot loads it.
   *
   * @param rows of a usual batch
   * @throws InterruptedException when the task is cancelled meanwhile
   */
  public static ModelLease acquire(TaskManagerAccess access, ModelSpec spec, int rows)
      throws Exception {
    LoadedModels models = LoadedModels.INSTANCE;
    ClassLoader loader = access.loader();
    access.releaseHooks().accept(HOOK, () -> models.release(loader));
    DeviceLease device =
        DeviceLease.acquire(
            access.resources(),
            spec.backend(),
            loader,
            spec.settings().devices(),
            access.externalResources());
    LoadedModels.Key key =
        new LoadedModels.Key(loader, access.resources(), spec.identity(device.device()));
    SharedModel place = models.lease(key);
    try {
      LoadedModel model = place.get(spec, device.device(), access, rows);
      return new ModelLease(model, spec, key, device);
    } catch (Throwable failure) {
      models.release(key, spec.settings().keepLoaded());
      try {
        device.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
  }

  public LoadedModel model() {
    return model;
  }

  /** Ends this share; more than once does no harm. */
  @Override
  public void close() throws Exception {
    if (!isClosed) {
      isClosed = true;
      LoadedModels.INSTANCE.release(key, spec.settings().keepLoaded());
      device.close();
    }
  }
}
