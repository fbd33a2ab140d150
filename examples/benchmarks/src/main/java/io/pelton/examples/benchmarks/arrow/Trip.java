package io.pelton.examples.benchmarks.arrow;

import io.pelton.examples.benchmarks.Contender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Elements on their way from one task to the next: written one after the other, and read. */
final class Trip<T> {
  private final TypeSerializer<T> serializer;
  private final List<T> elements;
  private final DataOutputSerializer out = new DataOutputSerializer(128);
  private final DataInputDeserializer in;
  private final byte[] bytes;

  Trip(TypeInformation<T> type, List<T> elements) throws IOException {
    this.serializer = type.createSerializer(new SerializerConfigImpl());
    this.elements = elements;
    write();
    this.bytes = out.getCopyOfBuffer();
    this.in = new DataInputDeserializer(bytes);
  }

  /** Bytes of all elements. */
  int bytes() {
    return bytes.length;
  }

  private void write() throws IOException {
    out.clear();
    for (T element : elements) {
      serializer.serialize(element, out);
    }
  }

  /** The elements as they arrive. */
  List<T> read() throws IOException {
    List<T> read = new ArrayList<>();
    in.setBuffer(bytes);
    while (in.available() > 0) {
      read.add(serializer.deserialize(in));
    }
    return read;
  }

  Contender.Pass out() {
    return number -> {
      try {
        write();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    };
  }

  /** Reading; what was read is looked at, and closed where it can be. */
  Contender.Pass in() {
    return number -> {
      try {
        in.setBuffer(bytes);
        int count = 0;
        while (in.available() > 0) {
          T element = serializer.deserialize(in);
          count += element == null ? 0 : 1;
          if (element instanceof AutoCloseable owned) {
            owned.close();
          }
        }
        if (count != elements.size()) {
          throw new IllegalStateException(count + " elements of " + elements.size());
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    };
  }
}
