package io.pelton.flink.model;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Message;
import com.google.protobuf.UnsafeByteOperations;
import io.pelton.onnx.ExternalDataError;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files beside a model that hold weights of it, fetched where the model is not on this machine's
 * disk. A model is untrusted: if one of its paths leads out of its folder, nothing is read.
 */
final class SecondFiles {
  private final ModelLocation location;
  private final ClassLoader loader;

  SecondFiles(ModelLocation location, ClassLoader loader) {
    this.location = location;
    this.loader = loader;
  }

  /**
   * Fetches them.
   *
   * @param temporary where their folder may be made
   * @return their folder, which the caller deletes; empty where the model has none
   * @throws ExternalDataError for a path out of the model's folder, and for a file that can't be
   *     fetched, with the tensor that needs it
   * @throws InterruptedIOException when the thread is interrupted; it stays interrupted
   */
  Optional<Path> fetch(byte[] model, List<Path> temporary) throws IOException {
    Map<String, String> tensors = tensorsByPath(model);
    if (tensors.isEmpty()) {
      return Optional.empty();
    }
    Map<Path, String> paths = new LinkedHashMap<>();
    tensors.forEach((path, tensor) -> paths.putIfAbsent(inside(path, tensor), path));
    Path folder = Fetching.newFolder(temporary);
    try {
      for (Map.Entry<Path, String> file : paths.entrySet()) {
        fetch(file.getKey(), file.getValue(), tensors.get(file.getValue()), folder);
      }
      return Optional.of(folder);
    } catch (Throwable failure) {
      Fetching.delete(folder);
      throw failure;
    }
  }

  private void fetch(Path inside, String path, String tensor, Path folder) throws IOException {
    Path file = folder.resolve(inside);
    Files.createDirectories(file.getParent());
    String relative = inside.toString().replace('\\', '/');
    try {
      Fetching.fetch(() -> location.openBeside(relative, loader), file);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new ExternalDataError(
          tensor, path, "it can't be read beside '" + location + "': " + e, e);
    }
  }

  /** The path from the model's folder. */
  private static Path inside(String path, String tensor) {
    try {
      Path plain = Path.of(path);
      Path normal = plain.normalize();
      if (!plain.isAbsolute() && !normal.startsWith("..") && !normal.toString().isEmpty()) {
        return normal;
      }
    } catch (InvalidPathException e) {
      throw new ExternalDataError(tensor, path, "it is no path of this system", e);
    }
    throw new ExternalDataError(
        tensor, path, "it must be a path in the model's folder, relative to that");
  }

  /** The first tensor of each path; nothing for what is no model, about which the importer errs. */
  private static Map<String, String> tensorsByPath(byte[] model) {
    Map<String, String> tensors = new LinkedHashMap<>();
    try {
      CodedInputStream decoder = UnsafeByteOperations.unsafeWrap(model).newCodedInput();
      decoder.enableAliasing(true);
      collect(ModelProto.parseFrom(decoder), tensors);
      return tensors;
    } catch (IOException e) {
      return Map.of();
    }
  }

  private static void collect(Message message, Map<String, String> tensors) {
    if (message instanceof TensorProto tensor) {
      if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
        tensor.getExternalDataList().stream()
            .filter(entry -> entry.getKey().equals("location"))
            .map(StringStringEntryProto::getValue)
            .forEach(path -> tensors.putIfAbsent(path, tensor.getName()));
      }
      return;
    }
    for (Object value : message.getAllFields().values()) {
      if (value instanceof Message inner) {
        collect(inner, tensors);
      } else if (value instanceof List<?> list && !list.isEmpty()) {
        for (Object element : list) {
          if (!(element instanceof Message inner)) {
            break;
          }
          collect(inner, tensors);
        }
      }
    }
  }
}
