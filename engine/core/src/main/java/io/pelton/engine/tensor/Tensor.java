package io.pelton.engine.tensor;

import java.util.stream.IntStream;

/**
 * Elements in a shape. Does not own its storage: whoever made the storage closes it.
 *
 * @param storage where the elements are
 * @param layout where in the storage, in elements
 */
public record Tensor(Storage storage, Layout layout) implements Value {
  public static Tensor of(float[] data, long... dims) {
    return wrap(DType.F32, data, dims);
  }

  public static Tensor of(double[] data, long... dims) {
    return wrap(DType.F64, data, dims);
  }

  public static Tensor of(long[] data, long... dims) {
    return wrap(DType.I64, data, dims);
  }

  public static Tensor of(int[] data, long... dims) {
    return wrap(DType.I32, data, dims);
  }

  public static Tensor of(String[] data, long... dims) {
    return checked(StringStorage.of(data), dims);
  }

  /** A contiguous tensor on a whole array of the dtype's carrier. */
  public static Tensor wrap(DType dtype, Object array, long... dims) {
    return checked(HeapStorage.wrap(dtype, array, 0, Math.toIntExact(Layout.elements(dims))), dims);
  }

  /**
   * One number without axes, rounded once to nearest even.
   *
   * @param dtype F64, F32, F16 or BF16
   */
  public static Tensor scalar(DType dtype, double value) {
    return switch (dtype) {
      case F64 -> of(new double[] {value});
      case F32 -> of(new float[] {(float) value});
      case F16 -> wrap(dtype, new short[] {Half.doubleToF16(value)});
      case BF16 -> wrap(dtype, new short[] {Half.doubleToBf16(value)});
      default -> throw new IllegalArgumentException(dtype + " has no scalars of double");
    };
  }

  /** Zeros; for strings, an empty growable storage that its producer fills. */
  public static Tensor allocate(DType dtype, long... dims) {
    Storage storage =
        dtype == DType.STRING
            ? StringStorage.growable()
            : HeapStorage.allocate(dtype, Layout.elements(dims));
    return new Tensor(storage, Layout.contiguous(dims));
  }

  private static Tensor checked(Storage storage, long... dims) {
    if (storage.length() != Layout.elements(dims)) {
      throw new IllegalArgumentException(
          storage.length() + " elements for " + Layout.contiguous(dims));
    }
    return new Tensor(storage, Layout.contiguous(dims));
  }

  public DType dtype() {
    return storage.dtype();
  }

  public long[] dims() {
    return layout.dims();
  }

  /**
   * The elements in row-major order, as a new array; floats of any width are widened or rounded
   * once.
   */
  public float[] toFloats() {
    double[] doubles = toDoubles();
    float[] floats = new float[doubles.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) doubles[i];
    }
    return floats;
  }

  /** The elements in row-major order, as a new array; 64-bit integers are rounded. */
  public double[] toDoubles() {
    ElementReader reader = ElementReader.of(storage);
    return IntStream.range(0, count())
        .mapToDouble(i -> reader.doubleAt(Math.toIntExact(layout.position(i))))
        .toArray();
  }

  /** Integer or boolean elements in row-major order, as a new array. */
  public long[] toLongs() {
    ElementReader reader = ElementReader.of(storage);
    return IntStream.range(0, count())
        .mapToLong(i -> reader.longAt(Math.toIntExact(layout.position(i))))
        .toArray();
  }

  /** String elements in row-major order, as a new array. */
  public String[] toStrings() {
    StringStorage strings = (StringStorage) storage;
    return IntStream.range(0, count())
        .mapToObj(i -> strings.get(Math.toIntExact(layout.position(i))))
        .toArray(String[]::new);
  }

  private int count() {
    return Math.toIntExact(layout.elements());
  }
}
