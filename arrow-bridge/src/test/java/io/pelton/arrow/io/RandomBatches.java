package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * Batches of random contents: null-heavy, empty, with offsets that begin anywhere, with elements
 * that no list has.
 */
final class RandomBatches {
  private final Random random;
  private final BufferAllocator allocator;

  RandomBatches(Random random, BufferAllocator allocator) {
    this.random = random;
    this.allocator = allocator;
  }

  /** Random values for the dictionaries of a schema, which the caller closes. */
  Map<Long, Dictionary> dictionaries(Schema schema) {
    Map<Long, Dictionary> empty = new HashMap<>();
    schema.getFields().forEach(field -> memoryField(field, empty));
    Map<Long, Dictionary> dictionaries = new HashMap<>();
    empty.forEach(
        (id, dictionary) -> {
          Field field = dictionary.getVector().getField();
          FieldVector values = vector(field, 1 + random.nextInt(6), Map.of());
          dictionaries.put(id, new Dictionary(values, dictionary.getEncoding()));
        });
    return dictionaries;
  }

  private Field memoryField(Field field, Map<Long, Dictionary> dictionaries) {
    return DictionaryUtility.toMemoryFormat(field, allocator, dictionaries);
  }

  /** A batch of so many rows, which may be a slice of a longer one. */
  ArrowBatch batch(Schema schema, int rows, Map<Long, Dictionary> dictionaries) {
    int before = random.nextBoolean() ? 0 : random.nextInt(20);
    int after = random.nextBoolean() ? 0 : random.nextInt(20);
    int all = before + rows + after;
    List<FieldVector> vectors = new ArrayList<>();
    for (Field field : schema.getFields()) {
      vectors.add(vector(memoryField(field, new HashMap<>()), all, dictionaries));
    }
    MapDictionaryProvider provider =
        new MapDictionaryProvider(dictionaries.values().toArray(Dictionary[]::new));
    ArrowBatch whole =
        ArrowBatch.of(schema, vectors, all, provider, () -> vectors.forEach(FieldVector::close));
    if (before + after == 0) {
      return whole;
    }
    try (whole) {
      return whole.slice(before, rows);
    }
  }

  private FieldVector vector(Field field, int rows, Map<Long, Dictionary> dictionaries) {
    FieldVector vector = field.createVector(allocator);
    if (field.getDictionary() != null) {
      int values = dictionaries.get(field.getDictionary().getId()).getVector().getValueCount();
      fillIndices(vector, rows, values);
    } else {
      fill(vector, rows, dictionaries);
    }
    return vector;
  }

  private void fillIndices(FieldVector vector, int rows, int values) {
    BaseFixedWidthVector indices = (BaseFixedWidthVector) vector;
    indices.allocateNew(Math.max(1, rows));
    for (int row = 0; row < rows; row++) {
      ((BaseIntVector) vector).setWithPossibleTruncate(row, random.nextInt(values));
      if (random.nextInt(4) == 0) {
        vector.setNull(row);
      }
    }
    vector.setValueCount(rows);
  }

  private void fill(FieldVector vector, int rows, Map<Long, Dictionary> dictionaries) {
    if (vector instanceof NullVector) {
      vector.setValueCount(rows);
    } else if (vector instanceof BaseVariableWidthViewVector views) {
      fillViews(views, rows);
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      int width = fixed.getTypeWidth();
      load(vector, rows, bytes(width == 0 ? (rows + 7) / 8 : rows * width));
    } else if (vector instanceof BaseVariableWidthVector) {
      int end = random.nextInt(4 * rows + 1);
      load(vector, rows, offsets(rows, end, Integer.BYTES), text(end + random.nextInt(5)));
    } else if (vector instanceof BaseLargeVariableWidthVector) {
      int end = random.nextInt(4 * rows + 1);
      load(vector, rows, offsets(rows, end, Long.BYTES), text(end + random.nextInt(5)));
    } else if (vector instanceof ListVector lists) {
      int end = random.nextInt(3 * rows + 1);
      load(vector, rows, offsets(rows, end, Integer.BYTES));
      fillChild(lists.getDataVector(), end + random.nextInt(3), dictionaries);
    } else if (vector instanceof LargeListVector lists) {
      int end = random.nextInt(3 * rows + 1);
      load(vector, rows, offsets(rows, end, Long.BYTES));
      fillChild(lists.getDataVector(), end + random.nextInt(3), dictionaries);
    } else if (vector instanceof FixedSizeListVector lists) {
      load(vector, rows);
      fillChild(lists.getDataVector(), rows * lists.getListSize(), dictionaries);
    } else {
      StructVector struct = (StructVector) vector;
      load(vector, rows);
      struct.getChildrenFromFields().forEach(child -> fillChild(child, rows, dictionaries));
    }
  }

  private void fillChild(FieldVector vector, int rows, Map<Long, Dictionary> dictionaries) {
    if (vector.getField().getDictionary() != null) {
      long id = vector.getField().getDictionary().getId();
      fillIndices(vector, rows, dictionaries.get(id).getVector().getValueCount());
    } else {
      fill(vector, rows, dictionaries);
    }
  }

  private void fillViews(BaseVariableWidthViewVector vector, int rows) {
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(4) == 0) {
        vector.setNull(row);
      } else {
        byte[] text = new byte[random.nextInt(30)];
        random.nextBytes(text);
        vector.setSafe(row, text);
      }
    }
    vector.setValueCount(rows);
  }

  /** Loads a vector with random validity. */
  private void load(FieldVector vector, int rows, ArrowBuf... buffers) {
    int percent = List.of(0, 10, 90, 100).get(random.nextInt(4));
    if (!vector.getField().isNullable()) {
      percent = 0;
    }
    ArrowBuf validity = allocator.buffer((rows + 7) / 8);
    validity.setZero(0, validity.capacity());
    int nulls = 0;
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(100) < percent) {
        nulls++;
      } else {
        validity.setByte(row / 8, validity.getByte(row / 8) | 1 << row % 8);
      }
    }
    List<ArrowBuf> all = new ArrayList<>(List.of(validity));
    all.addAll(List.of(buffers));
    vector.loadFieldBuffers(new ArrowFieldNode(rows, nulls), all);
    all.forEach(ArrowBuf::close);
  }

  private ArrowBuf bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    ArrowBuf buffer = allocator.buffer(length);
    buffer.setBytes(0, bytes);
    return buffer.writerIndex(length);
  }

  private ArrowBuf text(int length) {
    ArrowBuf buffer = allocator.buffer(length);
    for (int i = 0; i < length; i++) {
      buffer.setByte(i, 'a' + random.nextInt(26));
    }
    return buffer.writerIndex(length);
  }

  /** Offsets that ascend up to an end; they seldom begin at 0. */
  private ArrowBuf offsets(int rows, int end, int width) {
    int[] offsets = random.ints(rows + 1L, 0, end + 1).sorted().toArray();
    if (random.nextBoolean()) {
      offsets[0] = 0;
    }
    ArrowBuf buffer = allocator.buffer((long) width * offsets.length);
    for (int i = 0; i < offsets.length; i++) {
      if (width == Integer.BYTES) {
        buffer.setInt((long) i * width, offsets[i]);
      } else {
        buffer.setLong((long) i * width, offsets[i]);
      }
    }
    return buffer.writerIndex((long) width * offsets.length);
  }
}
