package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.MalformedValue;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads single values from files, in the form of ONNX's test vectors: a TensorProto, SequenceProto
 * or MapProto. Which of these a file holds is not written in it.
 */
public final class ValueReader {
  private ValueReader() {}

  /**
   * @param type decides between tensor, sequence and map; dtypes and shapes are the file's
   * @throws io.pelton.onnx.UnreadableModel when there is no such file or it can't be read
   * @throws MalformedValue when it holds no such value
   */
  public static Value read(Path file, ValueType type) {
    ExternalData external = ExternalData.in(file.toAbsolutePath().getParent());
    return read(MappedMessage.map(file), file.toString(), type, external);
  }

  /**
   * @param name for messages
   */
  public static Value read(byte[] bytes, String name, ValueType type) {
    return read(UnsafeByteOperations.unsafeWrap(bytes), name, type, ExternalData.nowhere());
  }

  private static Value read(
      ByteString message, String source, ValueType type, ExternalData external) {
    TensorDecoder tensors = new TensorDecoder(source, external);
    ContainerDecoder containers = new ContainerDecoder(source, tensors);
    try {
      if (type instanceof SequenceType sequence) {
        return containers.sequence(message, sequence);
      }
      if (type instanceof MappingType mapping) {
        return containers.mapping(message, mapping);
      }
      CodedInputStream decoder = MappedMessage.decoder(message);
      TensorProto proto = TensorProto.parseFrom(decoder);
      decoder.checkLastTagWas(0);
      return tensors.decode(proto, proto.getName());
    } catch (InvalidProtocolBufferException e) {
      String kind = type instanceof TensorType ? "tensor" : type.toString();
      throw new MalformedValue(
          source, kind, "the file is cut off, damaged or holds another kind of value", e);
    } catch (IOException e) {
      throw new MalformedValue(source, type.toString(), e.toString(), e);
    }
  }
}
