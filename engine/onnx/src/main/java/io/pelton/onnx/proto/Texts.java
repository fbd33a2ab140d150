package io.pelton.onnx.proto;

import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.List;

/** Strings as the file has them: bytes, kept even where they are no valid UTF-8. */
public final class Texts {
  private Texts() {}

  /** A one-dimensional tensor. */
  public static Tensor tensor(List<ByteString> texts) {
    return new Tensor(storage(texts), Layout.contiguous(texts.size()));
  }

  /** A tensor without axes. */
  public static Tensor scalar(ByteString text) {
    return new Tensor(storage(List.of(text)), Layout.contiguous());
  }

  static StringStorage storage(List<ByteString> texts) {
    StringStorage storage = StringStorage.growable();
    for (ByteString text : texts) {
      byte[] bytes = text.toByteArray();
      storage.append(bytes, 0, bytes.length);
    }
    return storage;
  }
}
