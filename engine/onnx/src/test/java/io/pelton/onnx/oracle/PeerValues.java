package io.pelton.onnx.oracle;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxMap;
import ai.onnxruntime.OnnxSequence;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns values into ONNX Runtime's and back. */
final class PeerValues {
  private PeerValues() {}

  static OnnxTensor tensor(OrtEnvironment environment, Value value) throws OrtException {
    Tensor tensor = (Tensor) value;
    long[] dims = tensor.dims();
    if (tensor.dtype() == DType.STRING) {
      return OnnxTensor.createTensor(environment, tensor.toStrings(), dims);
    }
    HeapStorage heap = (HeapStorage) tensor.storage();
    return switch (tensor.dtype()) {
      case F32 -> OnnxTensor.createTensor(environment, FloatBuffer.wrap(heap.floats()), dims);
      case F64 -> OnnxTensor.createTensor(environment, DoubleBuffer.wrap(heap.doubles()), dims);
      case I64 -> OnnxTensor.createTensor(environment, LongBuffer.wrap(heap.longs()), dims);
      case I32 -> OnnxTensor.createTensor(environment, IntBuffer.wrap(heap.ints()), dims);
      case I16 ->
          OnnxTensor.createTensor(
              environment, ShortBuffer.wrap(heap.shorts()), dims, OnnxJavaType.INT16);
      case BOOL, I8, U8 ->
          OnnxTensor.createTensor(
              environment, ByteBuffer.wrap(heap.bytes()), dims, byteType(tensor.dtype()));
      default -> throw new IllegalArgumentException("no input is " + tensor.dtype());
    };
  }

  private static OnnxJavaType byteType(DType dtype) {
    return switch (dtype) {
      case BOOL -> OnnxJavaType.BOOL;
      case I8 -> OnnxJavaType.INT8;
      default -> OnnxJavaType.UINT8;
    };
  }

  static Value value(OnnxValue value) throws OrtException {
    if (value instanceof OnnxTensor tensor) {
      return tensor(tensor);
    }
    if (value instanceof OnnxSequence sequence) {
      if (sequence.getInfo().length == 0) {
        return new Sequence(List.of()); // getValue() would refuse it
      }
      List<Value> elements = new ArrayList<>();
      for (OnnxValue element : sequence.getValue()) {
        elements.add(value(element));
        element.close();
      }
      return new Sequence(elements);
    }
    return mapping(((OnnxMap) value).getValue());
  }

  private static Mapping mapping(Map<?, ?> map) {
    boolean isText = map.keySet().stream().allMatch(String.class::isInstance);
    float[] values = new float[map.size()];
    long[] numbers = new long[map.size()];
    String[] texts = new String[map.size()];
    int at = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (isText) {
        texts[at] = (String) entry.getKey();
      } else {
        numbers[at] = (Long) entry.getKey();
      }
      values[at++] = (Float) entry.getValue();
    }
    return new Mapping(
        isText ? Tensor.of(texts, at) : Tensor.of(numbers, at), Tensor.of(values, at));
  }

  private static Tensor tensor(OnnxTensor tensor) throws OrtException {
    long[] dims = tensor.getInfo().getShape();
    int count = (int) tensor.getInfo().getNumElements();
    return switch (tensor.getInfo().type) {
      case FLOAT -> {
        float[] floats = new float[count];
        if (count > 0) {
          tensor.getFloatBuffer().get(floats);
        }
        yield Tensor.of(floats, dims);
      }
      case DOUBLE -> {
        double[] doubles = new double[count];
        if (count > 0) {
          tensor.getDoubleBuffer().get(doubles);
        }
        yield Tensor.of(doubles, dims);
      }
      case INT64 -> {
        long[] longs = new long[count];
        if (count > 0) {
          tensor.getLongBuffer().get(longs);
        }
        yield Tensor.of(longs, dims);
      }
      case INT32 -> {
        int[] ints = new int[count];
        if (count > 0) {
          tensor.getIntBuffer().get(ints);
        }
        yield Tensor.of(ints, dims);
      }
      case INT16 -> {
        short[] shorts = new short[count];
        if (count > 0) {
          tensor.getShortBuffer().get(shorts);
        }
        yield Tensor.wrap(DType.I16, shorts, dims);
      }
      case BOOL, INT8, UINT8 -> {
        byte[] bytes = new byte[count];
        ByteBuffer buffer = tensor.getByteBuffer();
        if (count > 0) {
          buffer.get(bytes);
        }
        yield Tensor.wrap(byteType(tensor), bytes, dims);
      }
      case STRING -> Tensor.of(texts(tensor, count), dims);
      case FLOAT16, BFLOAT16, UNKNOWN ->
          throw new IllegalStateException("no output should be " + tensor.getInfo());
    };
  }

  private static DType byteType(OnnxTensor tensor) {
    return switch (tensor.getInfo().type) {
      case BOOL -> DType.BOOL;
      case INT8 -> DType.I8;
      default -> DType.U8;
    };
  }

  private static String[] texts(OnnxTensor tensor, int count) throws OrtException {
    List<String> texts = new ArrayList<>();
    if (count > 0) {
      collect(tensor.getValue(), texts);
    }
    return texts.toArray(new String[0]);
  }

  private static void collect(Object nested, List<String> texts) {
    if (nested instanceof String text) {
      texts.add(text);
      return;
    }
    for (int i = 0; i < Array.getLength(nested); i++) {
      collect(Array.get(nested, i), texts);
    }
  }
}
