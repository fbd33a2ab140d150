package io.pelton.onnx.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.pelton.onnx.UnreadableModel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file with one protobuf message, mapped rather than read. */
final class MappedMessage {
  private MappedMessage() {}

  /**
   * @throws UnreadableModel when the file is missing, no regular file, empty or above 2 GiB
   */
  static ByteString map(Path file) {
    if (Files.isDirectory(file)) {
      throw new UnreadableModel(
          file.toString(), "it is a directory; name the file in it, such as model.onnx");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UnreadableModel(file.toString(), "it is no regular file");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0) {
        throw new UnreadableModel(file.toString(), "it is empty; fetch or export it again");
      }
      if (size > Integer.MAX_VALUE) {
        throw new UnreadableModel(
            file.toString(),
            "it has "
                + size
                + " bytes, above protobuf's limit of 2 GiB; store weights as external data");
      }
      return UnsafeByteOperations.unsafeWrap(channel.map(MapMode.READ_ONLY, 0, size));
    } catch (NoSuchFileException e) {
      throw new UnreadableModel(file.toString(), "there is no such file; check the path", e);
    } catch (IOException e) {
      throw new UnreadableModel(file.toString(), e.toString(), e);
    }
  }

  /** A decoder whose byte fields share the message's memory. */
  static CodedInputStream decoder(ByteString message) {
    CodedInputStream decoder = message.newCodedInput();
    decoder.enableAliasing(true);
    return decoder;
  }
}
