package io.pelton.flink.model;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.cache.DistributedCache;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.memory.SharedResources;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.util.UserCodeClassLoader;

/**
 * What a task needs of its TaskManager to load a model.
 *
 * @param loader the job's
 * @param resources shared by all jobs
 * @param temporary folders for files of this process; at least one
 * @param cachedFiles local copies of the files of Flink's distributed cache by name
 * @param externalResources infos of a resource by its name
 * @param releaseHooks takes what to run when the job's class loader is released, once per name
 */
@Internal
public record TaskManagerAccess(
    ClassLoader loader,
    SharedResources resources,
    List<Path> temporary,
    Function<String, File> cachedFiles,
    Function<String, Set<ExternalResourceInfo>> externalResources,
    BiConsumer<String, Runnable> releaseHooks) {
  /** What functions, which can't reach the TaskManager's, share with others of their loader. */
  private static final SharedResources OF_FUNCTIONS = new SharedResources();

  public TaskManagerAccess {
    temporary = List.copyOf(temporary);
  }

  public static TaskManagerAccess of(Environment environment) {
    UserCodeClassLoader loader = environment.getUserCodeClassLoader();
    return new TaskManagerAccess(
        loader.asClassLoader(),
        environment.getSharedResources(),
        Arrays.stream(environment.getTaskManagerInfo().getTmpDirectories()).map(Path::of).toList(),
        new DistributedCache(environment.getDistributedCacheEntries())::getFile,
        environment.getExternalResourceInfoProvider()::getExternalResourceInfos,
        loader::registerReleaseHookIfAbsent);
  }

  /** What a function of a query gets: it has no say in when its class loader is released. */
  public static TaskManagerAccess of(FunctionContext context) {
    return new TaskManagerAccess(
        context.getUserCodeClassLoader(),
        OF_FUNCTIONS,
        List.of(Path.of(System.getProperty("java.io.tmpdir"))),
        context::getCachedFile,
        context::getExternalResourceInfos,
        (name, hook) -> {});
  }
}
