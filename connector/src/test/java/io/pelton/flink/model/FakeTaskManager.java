package io.pelton.flink.model;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.runtime.memory.SharedResources;

/** A TaskManager as far as models need one. Jobs are told apart by their class loaders. */
final class FakeTaskManager {
  final SharedResources resources = new SharedResources();
  final Map<String, File> cachedFiles = new HashMap<>();
  final Set<ExternalResourceInfo> gpus = new HashSet<>();
  private final Map<ClassLoader, Map<String, Runnable>> hooks = new HashMap<>();
  private final Path temporary;

  /**
   * @param temporary folder for its files
   */
  FakeTaskManager(Path temporary) {
    this.temporary = temporary;
  }

  /** What a task of that job gets. */
  synchronized TaskManagerAccess access(ClassLoader job) {
    return new TaskManagerAccess(
        job,
        resources,
        List.of(temporary),
        this::cachedFile,
        resource -> resource.equals("gpu") ? gpus : Set.of(),
        (name, hook) -> register(job, name, hook));
  }

  private File cachedFile(String name) {
    if (!cachedFiles.containsKey(name)) {
      throw new IllegalArgumentException("File with name '" + name + "' is not available.");
    }
    return cachedFiles.get(name);
  }

  private synchronized void register(ClassLoader job, String name, Runnable hook) {
    hooks.computeIfAbsent(job, unknown -> new HashMap<>()).putIfAbsent(name, hook);
  }

  /** Ends a job as Flink does when the last task is gone. */
  void releaseClassLoader(ClassLoader job) {
    hooks.remove(job).values().forEach(Runnable::run);
  }
}
