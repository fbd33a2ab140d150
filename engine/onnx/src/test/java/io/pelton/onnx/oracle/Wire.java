package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Carries values between the two JVMs. */
final class Wire {
  private static final int TENSOR = 0;
  private static final int SEQUENCE = 1;
  private static final int MAPPING = 2;

  private Wire() {}

  static void write(DataOutputStream out, Map<String, ? extends Value> values) throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, ? extends Value> entry : values.entrySet()) {
      out.writeUTF(entry.getKey());
      write(out, entry.getValue());
    }
  }

  static Map<String, Value> readAll(DataInputStream in) throws IOException {
    Map<String, Value> values = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.put(in.readUTF(), read(in));
    }
    return values;
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void write(DataOutputStream out, Value value) throws IOException {
    if (value instanceof Tensor tensor) {
      out.writeByte(TENSOR);
      write(out, tensor);
    } else if (value instanceof Sequence sequence) {
      out.writeByte(SEQUENCE);
      out.writeInt(sequence.values().size());
      for (Value element : sequence.values()) {
        write(out, element);
      }
    } else if (value instanceof Mapping mapping) {
      out.writeByte(MAPPING);
      write(out, mapping.keys());
      write(out, mapping.values());
    }
  }

  private static Value read(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case TENSOR -> readTensor(in);
      case SEQUENCE -> {
        List<Value> elements = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
          elements.add(read(in));
        }
        yield new Sequence(elements);
      }
      case MAPPING -> new Mapping(readTensor(in), readTensor(in));
      default -> throw new IOException("no value is marked " + kind);
    };
  }

  private static void write(DataOutputStream out, Tensor tensor) throws IOException {
    DType dtype = tensor.dtype();
    out.writeUTF(dtype.name());
    long[] dims = tensor.dims();
    out.writeInt(dims.length);
    for (long dim : dims) {
      out.writeLong(dim);
    }
    if (dtype == DType.STRING) {
      for (String text : tensor.toStrings()) {
        writeText(out, text);
      }
    } else if (dtype.isFloat()) {
      for (double number : tensor.toDoubles()) {
        out.writeDouble(number);
      }
    } else {
      for (long number : tensor.toLongs()) {
        out.writeLong(number);
      }
    }
  }

  private static Tensor readTensor(DataInputStream in) throws IOException {
    DType dtype = DType.valueOf(in.readUTF());
    long[] dims = new long[in.readInt()];
    int count = 1;
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = in.readLong();
      count = Math.multiplyExact(count, Math.toIntExact(dims[axis]));
    }
    if (dtype == DType.STRING) {
      String[] texts = new String[count];
      for (int i = 0; i < count; i++) {
        texts[i] = readText(in);
      }
      return Tensor.of(texts, dims);
    }
    double[] doubles = new double[dtype.isFloat() ? count : 0];
    long[] longs = new long[dtype.isFloat() ? 0 : count];
    for (int i = 0; i < count; i++) {
      if (dtype.isFloat()) {
        doubles[i] = in.readDouble();
      } else {
        longs[i] = in.readLong();
      }
    }
    return dtype.isFloat() ? Tensors.of(dtype, doubles, dims) : Tensors.of(dtype, longs, dims);
  }
}
