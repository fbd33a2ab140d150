package io.pelton.examples.cli.console;

import io.pelton.engine.kernel.Backend;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Where models run. */
public final class BackendOption {
  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "Backend that runs the model, such as cpu (default: the best one that is usable).",
      showDefaultValue = Visibility.NEVER)
  private String name;

  /**
   * @throws io.pelton.engine.error.BackendUnavailable when there is no such backend or it can't run
   *     here
   */
  public Backend open() {
    ClassLoader loader = BackendOption.class.getClassLoader();
    return name == null ? Backend.best(loader) : Backend.named(name, loader);
  }
}
