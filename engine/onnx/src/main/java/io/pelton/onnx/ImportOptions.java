package io.pelton.onnx;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a model is imported.
 *
 * @param baseFolder where data of tensors in second files lie; by default the model file's folder,
 *     and nowhere for models that are given as bytes
 * @param acceptsNewerOpsets whether operators of an opset newer than the newest known one are taken
 *     to mean what they meant there, with a warning in the report; otherwise they are unsupported
 */
public record ImportOptions(Optional<Path> baseFolder, boolean acceptsNewerOpsets) {
  public static ImportOptions defaults() {
    return new ImportOptions(Optional.empty(), true);
  }

  public ImportOptions withBaseFolder(Path folder) {
    return new ImportOptions(Optional.of(folder), acceptsNewerOpsets);
  }

  public ImportOptions refusingNewerOpsets() {
    return new ImportOptions(baseFolder, false);
  }
}
