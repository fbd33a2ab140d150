package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.onnx.ExternalDataError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Data of tensors in files beside the model. A model is untrusted, so that its locations may only
 * lead into the base folder; symbolic links that leave it are refused, too.
 */
public final class ExternalData {
  private final Optional<Path> base;
  private final long mappedBytes;

  private ExternalData(Optional<Path> base, long mappedBytes) {
    this.base = base;
    this.mappedBytes = mappedBytes;
  }

  /** In files that are read when their tensors are. */
  public static ExternalData in(Path folder) {
    return in(folder, Long.MAX_VALUE);
  }

  /**
   * @param mappedBytes bytes from which on a tensor stays mapped
   */
  public static ExternalData in(Path folder, long mappedBytes) {
    return new ExternalData(Optional.of(folder), mappedBytes);
  }

  /** For models without a folder, which can't have external data. */
  public static ExternalData nowhere() {
    return new ExternalData(Optional.empty(), Long.MAX_VALUE);
  }

  /** Whether a tensor of so many bytes stays where it is. */
  boolean keeps(long bytes) {
    return bytes >= mappedBytes;
  }

  /**
   * Maps the data of a tensor.
   *
   * @param name of the tensor, for messages
   * @param size bytes that its shape and dtype need
   * @throws ExternalDataError when the entries or the file don't fit
   */
  ByteBuffer map(TensorProto proto, String name, long size) {
    Entries entries = Entries.of(proto, name);
    entries.check(
        entries.length < 0 || entries.length == size,
        "its length is given as " + entries.length + " bytes but its shape needs " + size);
    Path file = locate(entries);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      entries.check(
          size <= channel.size() && entries.offset <= channel.size() - size,
          size
              + " bytes from "
              + entries.offset
              + " exceed the file, which has "
              + channel.size()
              + "; fetch it again");
      return channel.map(MapMode.READ_ONLY, entries.offset, size);
    } catch (IOException e) {
      throw entries.error("it can't be read: " + e, e);
    }
  }

  private Path locate(Entries entries) {
    entries.check(!entries.location.isEmpty(), "the location is empty");
    Path folder =
        base.orElseThrow(
            () ->
                entries.error(
                    "a model given as bytes has no folder; give the base folder of its data",
                    null));
    try {
      Path location = Path.of(entries.location);
      entries.check(
          !location.isAbsolute(),
          "the path is absolute; it must be relative to the model's folder");
      Path root = folder.toAbsolutePath().normalize();
      Path file = root.resolve(location).normalize();
      entries.check(file.startsWith(root), "the path leads out of the model's folder");
      entries.check(
          file.toRealPath().startsWith(root.toRealPath()),
          "a symbolic link leads out of the model's folder; copy the file there");
      entries.check(Files.isRegularFile(file), "it is no regular file");
      return file;
    } catch (InvalidPathException e) {
      throw entries.error("it is no path of this system", e);
    } catch (NoSuchFileException e) {
      throw entries.error("there is no such file in '" + folder + "'; put it beside the model", e);
    } catch (IOException e) {
      throw entries.error("it can't be read: " + e, e);
    }
  }

  /** What a tensor says of its data. */
  private static final class Entries {
    private final String tensor;
    private final String location;
    private final long offset;
    private final long length;

    private Entries(String tensor, Map<String, String> entries) {
      this.tensor = tensor;
      this.location = entries.getOrDefault("location", "");
      this.offset = number(entries, "offset", 0);
      this.length = number(entries, "length", -1);
    }

    static Entries of(TensorProto proto, String name) {
      Map<String, String> entries = new HashMap<>();
      for (StringStringEntryProto entry : proto.getExternalDataList()) {
        entries.put(entry.getKey(), entry.getValue());
      }
      return new Entries(name, entries);
    }

    private long number(Map<String, String> entries, String key, long fallback) {
      String text = entries.get(key);
      if (text == null) {
        return fallback;
      }
      try {
        long number = Long.parseLong(text);
        check(number >= 0, "its " + key + " is negative: " + text);
        return number;
      } catch (NumberFormatException e) {
        throw error("its " + key + " is no number: '" + text + "'", e);
      }
    }

    void check(boolean condition, String reason) {
      if (!condition) {
        throw error(reason, null);
      }
    }

    ExternalDataError error(String reason, Throwable cause) {
      return new ExternalDataError(tensor, location, reason, cause);
    }
  }
}
