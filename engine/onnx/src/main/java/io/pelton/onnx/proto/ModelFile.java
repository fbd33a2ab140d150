package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.pelton.onnx.MalformedModel;
import io.pelton.onnx.UnreadableModel;
import java.io.IOException;
import java.nio.file.Path;

/** Parses the message that a model file is. */
public final class ModelFile {
  private ModelFile() {}

  /**
   * Byte fields of the result share the mapped file's memory, so that the file must not be cut
   * while the message is in use.
   *
   * @throws UnreadableModel when there is no such file or it can't be read
   * @throws MalformedModel when it holds no model
   */
  public static ModelProto read(Path file) {
    return parse(MappedMessage.map(file), file.toString());
  }

  /**
   * @param bytes shared with the result, not copied
   * @param name for messages
   * @throws MalformedModel when they hold no model
   */
  public static ModelProto parse(byte[] bytes, String name) {
    if (bytes.length == 0) {
      throw new MalformedModel(name, "has no bytes.");
    }
    return parse(UnsafeByteOperations.unsafeWrap(bytes), name);
  }

  private static ModelProto parse(ByteString bytes, String name) {
    try {
      CodedInputStream decoder = MappedMessage.decoder(bytes);
      ModelProto model = ModelProto.parseFrom(decoder);
      decoder.checkLastTagWas(0);
      if (!model.hasGraph()) {
        throw new MalformedModel(name, "has no graph; it is not an ONNX model.");
      }
      return model;
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedModel(
          name,
          "is cut off, damaged or not ONNX: "
              + e.getMessage()
              + " Fetch or export it again ("
              + bytes.size()
              + " bytes are here).",
          e);
    } catch (IOException e) {
      throw new UnreadableModel(name, e.toString(), e);
    }
  }
}
