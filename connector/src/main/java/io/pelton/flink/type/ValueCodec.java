package io.pelton.flink.type;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** The classes that an output value may have, each with its bytes. The tags are the format. */
enum ValueCodec {
  TEXT(0, String.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      StringValue.writeString((String) value, out);
    }

    @Override
    Object read(DataInputView in) throws IOException {
      return StringValue.readString(in);
    }
  },
  INTEGER(1, Long.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      out.writeLong((Long) value);
    }

    @Override
    Object read(DataInputView in) throws IOException {
      return in.readLong();
    }
  },
  SINGLE(2, Float.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      out.writeFloat((Float) value);
    }

    @Override
    Object read(DataInputView in) throws IOException {
      return in.readFloat();
    }
  },
  DOUBLE(3, Double.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      out.writeDouble((Double) value);
    }

    @Override
    Object read(DataInputView in) throws IOException {
      return in.readDouble();
    }
  },
  TRUTH(4, Boolean.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      out.writeBoolean((Boolean) value);
    }

    @Override
    Object read(DataInputView in) throws IOException {
      return in.readBoolean();
    }
  },
  TEXTS(5, String[].class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      String[] texts = (String[]) value;
      out.writeInt(texts.length);
      for (String text : texts) {
        StringValue.writeString(text, out);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      String[] texts = new String[in.readInt()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = StringValue.readString(in);
      }
      return texts;
    }
  },
  INTEGERS(6, long[].class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      long[] integers = (long[]) value;
      out.writeInt(integers.length);
      for (long integer : integers) {
        out.writeLong(integer);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      long[] integers = new long[in.readInt()];
      for (int i = 0; i < integers.length; i++) {
        integers[i] = in.readLong();
      }
      return integers;
    }
  },
  SINGLES(7, float[].class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      float[] singles = (float[]) value;
      out.writeInt(singles.length);
      for (float single : singles) {
        out.writeFloat(single);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      float[] singles = new float[in.readInt()];
      for (int i = 0; i < singles.length; i++) {
        singles[i] = in.readFloat();
      }
      return singles;
    }
  },
  DOUBLES(8, double[].class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      double[] doubles = (double[]) value;
      out.writeInt(doubles.length);
      for (double number : doubles) {
        out.writeDouble(number);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      double[] doubles = new double[in.readInt()];
      for (int i = 0; i < doubles.length; i++) {
        doubles[i] = in.readDouble();
      }
      return doubles;
    }
  },
  TRUTHS(9, boolean[].class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      boolean[] truths = (boolean[]) value;
      out.writeInt(truths.length);
      for (boolean truth : truths) {
        out.writeBoolean(truth);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      boolean[] truths = new boolean[in.readInt()];
      for (int i = 0; i < truths.length; i++) {
        truths[i] = in.readBoolean();
      }
      return truths;
    }
  },
  MAP(10, Map.class) {
    @Override
    void write(Object value, DataOutputView out) throws IOException {
      Map<?, ?> map = (Map<?, ?>) value;
      out.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        writeTagged(entry.getKey(), out);
        writeTagged(entry.getValue(), out);
      }
    }

    @Override
    Object read(DataInputView in) throws IOException {
      int size = in.readInt();
      Map<Object, Object> map = new LinkedHashMap<>(size * 2);
      for (int i = 0; i < size; i++) {
        map.put(readTagged(in), readTagged(in));
      }
      return map;
    }
  };

  private static final ValueCodec[] ALL = values();

  private final int tag;
  private final Class<?> type;

  ValueCodec(int tag, Class<?> type) {
    this.tag = tag;
    this.type = type;
  }

  abstract void write(Object value, DataOutputView out) throws IOException;

  abstract Object read(DataInputView in) throws IOException;

  static void writeTagged(Object value, DataOutputView out) throws IOException {
    for (ValueCodec codec : ALL) {
      if (codec.type.isInstance(value)) {
        out.writeByte(codec.tag);
        codec.write(value, out);
        return;
      }
    }
    throw new IOException("no output value is a " + value.getClass().getName());
  }

  static Object readTagged(DataInputView in) throws IOException {
    int tag = in.readByte();
    for (ValueCodec codec : ALL) {
      if (codec.tag == tag) {
        return codec.read(in);
      }
    }
    throw new IOException("no output value has the tag " + tag);
  }
}
