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
 * disk. A model is untrusted: only paths that lead into its folder are followed, and the importer
 * refuses the others.
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
   * @throws ExternalDataError for a file that can't be fetched, with the tensor that needs it
   * @throws InterruptedIOException when the thread is interrupted; it stays interrupted
   */
  Optional<Path> fetch(byte[] model, List<Path> temporary) throws IOException {
    Map<String, String> tensors = tensorsByPath(model);
    if (tensors.isEmpty()) {
      return Optional.empty();
    }
    Path folder = Fetching.newFolder(temporary);
    try {
      for (Map.Entry<String, String> file : tensors.entrySet()) {
        fetch(file.getKey(), file.getValue(), folder);
      }
      return Optional.of(folder);
    } catch (Throwable failure) {
      Fetching.delete(folder);
      throw failure;
    }
  }

  private void fetch(String path, String tensor, Path folder) throws IOException {
    Optional<Path> inside = inside(path);
    if (inside.isEmpty()) {
      return;
    }
    Path file = folder.resolve(inside.get());
    Files.createDirectories(file.getParent());
    String relative = inside.get().toString().replace('\\', '/');
    try {
      Fetching.fetch(() -> location.openBeside(relative, loader), file);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new ExternalDataError(
          tensor, path, "it can't be read beside '" + location + "': " + e, e);
    }
  }

  /** The path from the model's folder, where it stays in there. */
  private static Optional<Path> inside(String path) {
    try {
      Path plain = Path.of(path);
      Path normal = plain.normalize();
      boolean leaves = plain.isAbsolute() || normal.startsWith("..") || normal.toString().isEmpty();
      return leaves ? Optional.empty() : Optional.of(normal);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
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
