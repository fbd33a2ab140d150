package io.pelton.onnx;

import io.pelton.engine.tensor.Tensor;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a model is imported. Initializers are constants with the file's value, unless one that is an
 * input at the same time is overridden or opened.
 *
 * @param baseFolder where data of tensors in second files lie; by default the model file's folder,
 *     and nowhere for models that are given as bytes
 * @param acceptsNewerOpsets whether operators of an opset newer than the newest known one are taken
 *     to mean what they meant there, with a warning in the report; otherwise they are unsupported
 * @param overrides values of overridable initializers by name; the tensors are shared, not copied,
 *     and must not change afterwards
 * @param opened names of overridable initializers that become inputs, which callers have to feed
 * @param mappedBytes bytes from which on a tensor in a second file stays mapped rather than being
 *     read; 1 MiB by default
 */
public record ImportOptions(
    Optional<Path> baseFolder,
    boolean acceptsNewerOpsets,
    Map<String, Tensor> overrides,
    Set<String> opened,
    long mappedBytes) {
  private static final long DEFAULT_MAPPED_BYTES = 1 << 20;

  public ImportOptions {
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    opened = Collections.unmodifiableSet(new LinkedHashSet<>(opened));
  }

  public static ImportOptions defaults() {
    return new ImportOptions(Optional.empty(), true, Map.of(), Set.of(), DEFAULT_MAPPED_BYTES);
  }

  public ImportOptions withBaseFolder(Path folder) {
    return new ImportOptions(
        Optional.of(folder), acceptsNewerOpsets, overrides, opened, mappedBytes);
  }

  public ImportOptions refusingNewerOpsets() {
    return new ImportOptions(baseFolder, false, overrides, opened, mappedBytes);
  }

  /**
   * Gives an initializer another value than the file's. Whether the model has such an initializer,
   * which dtype and shape it takes and whether it may be overridden is checked when it is imported.
   */
  public ImportOptions withOverride(String initializer, Tensor value) {
    Map<String, Tensor> more = new LinkedHashMap<>(overrides);
    more.put(initializer, value);
    return new ImportOptions(baseFolder, acceptsNewerOpsets, more, opened, mappedBytes);
  }

  /** Makes an initializer an input without a default; checked like an override. */
  public ImportOptions opening(String initializer) {
    Set<String> more = new LinkedHashSet<>(opened);
    more.add(initializer);
    return new ImportOptions(baseFolder, acceptsNewerOpsets, overrides, more, mappedBytes);
  }

  /**
   * Leaves tensors in second files of at least so many bytes mapped. Files that are written while
   * the model is in use must not be mapped: with {@link Long#MAX_VALUE} all are read.
   */
  public ImportOptions mappingFrom(long bytes) {
    return new ImportOptions(baseFolder, acceptsNewerOpsets, overrides, opened, bytes);
  }
}
