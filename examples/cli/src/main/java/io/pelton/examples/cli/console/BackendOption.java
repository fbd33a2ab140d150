package io.pelton.examples.cli.console;

import io.pelton.engine.executable.CompileOptions;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Where models run. */
public final class BackendOption {
  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "Where the model runs: cpu; cuda or cuda:N, for what that device can, and the host for"
              + " the rest; auto, for the host or a device, whichever is estimated to be faster"
              + " (default: the best backend for the host).",
      showDefaultValue = Visibility.NEVER)
  private String name;

  /**
   * The devices, and how models find theirs.
   *
   * @throws io.pelton.engine.error.BackendUnavailable when there is no such backend or device, or
   *     it can't run here
   */
  public CompileOptions open() {
    return CompileOptions.on(name, BackendOption.class.getClassLoader());
  }
}
