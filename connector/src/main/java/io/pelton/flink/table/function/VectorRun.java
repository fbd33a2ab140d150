package io.pelton.flink.table.function;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.error.VectorMismatch;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.binary.BinaryArrayData;

/**
 * Computes one formula, again and again, on the engine's best host backend. Vectors are copied into
 * arrays that are kept for the lengths that came last. Used by one thread at a time.
 */
final class VectorRun implements AutoCloseable {
  private static final int LENGTHS_KEPT = 16;

  private final VectorFormula formula;
  private final DType dtype;
  private final CompiledGraph compiled;
  private final ExecutableGraph executable;
  private final Map<Integer, Operands> operands =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Operands> eldest) {
          return size() > LENGTHS_KEPT;
        }
      };

  /**
   * @param dtype F32 or F64, of which all vectors are
   * @param loader sees the backends
   */
  VectorRun(VectorFormula formula, DType dtype, ClassLoader loader) {
    this.formula = formula;
    this.dtype = dtype;
    compiled = CompiledGraph.compile(formula.graph(dtype), CompileOptions.on(null, loader));
    executable = compiled.newExecutable();
  }

  /** Memory for vectors of one length. */
  private record Operands(Tensor[] tensors) {
    static Operands of(DType dtype, int count, int length) {
      Tensor[] tensors = new Tensor[count];
      for (int i = 0; i < count; i++) {
        tensors[i] = Tensor.allocate(dtype, length);
      }
      return new Operands(tensors);
    }

    /** False for a vector with a null in it. */
    boolean set(int operand, ArrayData vector) {
      HeapStorage storage = (HeapStorage) tensors[operand].storage();
      return storage.dtype() == DType.F32
          ? copy(vector, storage.floats())
          : copy(vector, storage.doubles());
    }

    private static boolean copy(ArrayData vector, float[] to) {
      if (isPlain(vector)) {
        System.arraycopy(vector.toFloatArray(), 0, to, 0, to.length);
        return true;
      }
      for (int i = 0; i < to.length; i++) {
        if (vector.isNullAt(i)) {
          return false;
        }
        to[i] = vector.getFloat(i);
      }
      return true;
    }

    private static boolean copy(ArrayData vector, double[] to) {
      if (isPlain(vector)) {
        System.arraycopy(vector.toDoubleArray(), 0, to, 0, to.length);
        return true;
      }
      for (int i = 0; i < to.length; i++) {
        if (vector.isNullAt(i)) {
          return false;
        }
        to[i] = vector.getDouble(i);
      }
      return true;
    }

    /** Whether the elements lie one after the other, without nulls. */
    private static boolean isPlain(ArrayData vector) {
      return vector instanceof BinaryArrayData binary
          ? !binary.anyNull()
          : vector instanceof GenericArrayData generic && generic.isPrimitiveArray();
    }
  }

  /**
   * The result: a Float, a Double or an array of them; null where a vector or an element is null,
   * and where the formula has none.
   *
   * @throws VectorMismatch for vectors of different lengths
   */
  Object of(ArrayData... vectors) {
    for (ArrayData vector : vectors) {
      if (vector == null) {
        return null;
      }
    }
    int length = vectors[0].size();
    for (ArrayData vector : vectors) {
      if (vector.size() != length) {
        throw new VectorMismatch(formula.function(), length, vector.size());
      }
    }
    if (length == 0) {
      return ofNothing();
    }
    Operands memory =
        operands.computeIfAbsent(length, unknown -> Operands.of(dtype, formula.operands(), length));
    for (int i = 0; i < vectors.length; i++) {
      if (!memory.set(i, vectors[i])) {
        return null;
      }
    }
    executable.runSlots(memory.tensors());
    return result();
  }

  private Object ofNothing() {
    if (formula.givesVector()) {
      return array(Tensor.allocate(dtype, 0));
    }
    return formula == VectorFormula.COSINE_SIMILARITY ? null : number(0);
  }

  private Object result() {
    Tensor result = (Tensor) executable.output(0);
    if (formula.givesVector()) {
      return array(result);
    }
    boolean isUndefined =
        formula == VectorFormula.COSINE_SIMILARITY && first((Tensor) executable.output(1)) == 0;
    return isUndefined ? null : number(first(result));
  }

  private static double first(Tensor tensor) {
    return ElementReader.of(tensor.storage()).doubleAt(Math.toIntExact(tensor.layout().offset()));
  }

  private Object number(double value) {
    return dtype == DType.F32 ? (Object) (float) value : (Object) value;
  }

  /** A copy, since the next run writes the tensor again. */
  private ArrayData array(Tensor tensor) {
    return dtype == DType.F32
        ? new GenericArrayData(tensor.toFloats())
        : new GenericArrayData(tensor.toDoubles());
  }

  @Override
  public void close() {
    executable.close();
    compiled.close();
  }
}
