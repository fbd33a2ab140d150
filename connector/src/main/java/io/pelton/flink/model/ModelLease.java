package io.pelton.flink.model;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.memory.SharedResources;

/**
 * One slot's share in a model of its TaskManager. All slots that lease equal models under one class
 * loader get the same weights; they go with the last lease.
 */
@Internal
public final class ModelLease implements AutoCloseable {
  private final SharedResources resources;
  private final String key;
  private LoadedModel model;

  private ModelLease(SharedResources resources, String key) {
    this.resources = resources;
    this.key = key;
  }

  /**
   * Waits while another slot loads the model.
   *
   * @param resources the TaskManager's
   * @param loader the job's
   */
  public static ModelLease acquire(SharedResources resources, ModelSpec spec, ClassLoader loader)
      throws Exception {
    String key = "pelton-model/" + LoaderIdentity.of(loader) + "/" + spec.identity();
    ModelLease lease = new ModelLease(resources, key);
    SharedModel place =
        resources
            .<SharedModel>getOrAllocateSharedResource(key, lease, size -> new SharedModel(), 0)
            .resourceHandle();
    try {
      lease.model = place.get(spec, loader);
      return lease;
    } catch (Throwable failure) {
      try {
        lease.close();
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
    resources.release(key, this, size -> {});
  }
}
