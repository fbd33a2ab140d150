package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.MutationOp.Move;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Small nodes with rows for what is registered under a key. */
public final class RowExamples {
  /**
   * Kinds whose outputs have no rows, whatever their operands are, or rows that are not apart, or
   * are made by host kernels.
   */
  public static final Set<OpKind> WITHOUT =
      EnumSet.of(
          OpKind.ALLOC,
          OpKind.IOTA,
          OpKind.MAX_POOL_WITH_INDICES,
          OpKind.MAX_UNPOOL,
          OpKind.MEL_WEIGHTS,
          OpKind.NON_ZERO_INDICES,
          OpKind.SCATTER_SLICES,
          OpKind.DISTINCT_SLICES,
          OpKind.SELECT_BOXES,
          OpKind.BIND_LENGTH,
          OpKind.RELEASE,
          OpKind.STRING_NORMALIZER,
          OpKind.STRING_SPLIT_COUNTS,
          OpKind.ZIP_MAP);

  private static final Tensor AXIS = Tensor.of(new long[] {1}, 1);
  private static final Tensor COUNT = Tensor.of(new long[] {3}, 1);

  private final BindingKey key;
  private final RandomTensors tensors;

  private RowExamples(BindingKey key) {
    this.key = key;
    this.tensors = new RandomTensors(key.toString().hashCode());
  }

  /** At least one node of that key; none for kinds that never have rows. */
  public static List<RowExample> of(BindingKey key) {
    if (WITHOUT.contains(key.kind())) {
      return List.of();
    }
    List<RowExample> found =
        new RowExamples(key)
            .candidates()
            .filter(example -> example.node(ROWS).key().equals(key))
            .toList();
    if (found.isEmpty()) {
      throw new AssertionError("say here how a node with rows of " + key + " is made");
    }
    return found;
  }

  private Stream<RowExample> candidates() {
    OpKind kind = key.kind();
    return switch (kind) {
      case NOT,
          RELU,
          SIGMOID,
          TANH,
          NEG,
          ABS,
          RECIPROCAL,
          SQRT,
          EXP,
          LOG,
          ERF,
          FLOOR,
          CEIL,
          SIGN,
          SOFTPLUS,
          SIN,
          COS,
          TAN,
          ASIN,
          ACOS,
          ATAN,
          SINH,
          COSH,
          ASINH,
          ACOSH,
          ATANH,
          ROUND ->
          one(RowExample.of(new Unary(kind), rows()));
      case GELU -> one(RowExample.of(new Gelu(Approximation.NONE), rows()));
      case BIT_CAST -> one(RowExample.of(new BitCast(key.outputs().get(0)), rows()));
      case CAST -> one(RowExample.of(new Cast(key.outputs().get(0)), castable()));
      case ADD,
          SUB,
          MUL,
          POW,
          MIN,
          MAX,
          AND,
          OR,
          XOR,
          FMOD,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          EQUAL,
          LESS,
          GREATER,
          LESS_OR_EQUAL,
          GREATER_OR_EQUAL ->
          Stream.of(
              RowExample.of(new Binary(kind), rows(), next(0, 4, 1)),
              RowExample.of(new Binary(kind), Set.of(0, 1), rows(), next(0, ROWS, 1, 3)));
      case DIV -> one(RowExample.of(new Binary(kind), Set.of(0, 1), rows(), divisors()));
      case WHERE ->
          one(
              RowExample.of(
                  new Where(),
                  Set.of(0, 1),
                  tensors.packed(DType.BOOL, ROWS, 1, 3),
                  next(1, ROWS, 4, 3),
                  next(1, 4, 1)));
      case CLIP -> one(RowExample.of(new Clip(), rows(), next(0), null));
      case FUSED_ELEMENTWISE ->
          one(key.inputs().contains(DType.BOOL) ? conditionalProgram() : program());
      case REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_MIN, REDUCE_PROD ->
          Stream.of(false, true)
              .map(keeps -> RowExample.of(new Reduce(kind, keeps, false), rows(), AXIS));
      case CUM_SUM, CUM_PROD ->
          Stream.of(false, true)
              .map(isLast -> RowExample.of(new Cumulate(kind, isLast, !isLast), rows(), AXIS));
      case ARG_MAX -> one(RowExample.of(new ArgMax(1, true, false), rows()));
      case TOP_K ->
          Stream.of(true, false)
              .map(isFirst -> RowExample.of(new TopK(1, isFirst, isFirst), rows(), COUNT));
      case SOFTMAX ->
          Stream.of(new Softmax(-1, false), new Softmax(1, false), new Softmax(1, true))
              .map(op -> RowExample.of(op, rows()));
      case BATCH_NORM ->
          one(
              RowExample.of(
                  new BatchNorm(1e-5), rows(), next(0, 4), next(0, 4), next(0, 4), next(0, 4)));
      case LAYER_NORM -> one(RowExample.of(new LayerNorm(-1, 1e-5f), rows(), next(0, 3)));
      case RMS_NORM -> one(RowExample.of(new RmsNorm(-1, 1e-5f), rows(), next(0, 3)));
      case COPY -> one(RowExample.of(new Copy(), rows()));
      case CONCAT -> one(RowExample.of(new Concat(2), Set.of(0, 1), rows(), next(0, ROWS, 4, 2)));
      case GATHER ->
          Stream.of(
              RowExample.of(new Gather(0), Set.of(1), next(0, 4, 4), indices(4, ROWS, 2)),
              RowExample.of(new Gather(-1), rows(), indices(3, 4)));
      case RANDOM_UNIFORM, RANDOM_NORMAL, BERNOULLI, MULTINOMIAL, DROPOUT ->
          RandomExamples.of(key, tensors);
      case GATHER_ELEMENTS, GATHER_SLICES, SCATTER_ELEMENTS -> IndexExamples.of(key, tensors);
      case RESAMPLE,
          GRID_SAMPLE,
          AFFINE_GRID,
          ROI_ALIGN,
          MAX_ROI_POOL,
          DEFORM_CONV,
          CONV_TRANSPOSE,
          DFT,
          STFT,
          COLUMNS_TO_IMAGE ->
          ImageExamples.of(key, tensors);
      case RNN, GRU, LSTM -> RecurrentExamples.of(key, tensors);
      case STRING_CONCAT, REGEX_FULL_MATCH, STRING_SPLIT, TF_IDF -> TextExamples.of(key, tensors);
      case MOVE -> one(RowExample.of(new Move(DeviceId.first("cpu")), rows()));
      case ZERO_FILL -> one(RowExample.of(new ZeroFill(), rows()));
      case IN_PLACE -> one(RowExample.of(new InPlace(inPlace()), rows()));
      case WRITE_SLICE -> writes();
      default -> Stream.concat(ProductExamples.of(key, tensors), TabularExamples.of(kind));
    };
  }

  private static Stream<RowExample> one(RowExample example) {
    return Stream.of(example);
  }

  /** Packed, of the key's input {@code i}; the last one of them repeats. */
  private Tensor next(int input, long... dims) {
    List<DType> dtypes = key.inputs();
    return tensors.packed(dtypes.get(Math.min(input, dtypes.size() - 1)), dims);
  }

  private Tensor rows() {
    return next(0, ROWS, 4, 3);
  }

  private Tensor castable() {
    if (key.inputs().get(0) != DType.STRING) {
      return rows();
    }
    boolean isFlag = key.outputs().get(0) == DType.BOOL;
    String[] texts = new String[ROWS * 12];
    Arrays.setAll(texts, i -> Integer.toString(isFlag ? i % 2 : i));
    return Tensor.of(texts, ROWS, 4, 3);
  }

  private Tensor divisors() {
    long[] values = new long[ROWS * 3];
    Arrays.setAll(values, i -> i % 5 + 1);
    return Cpu.evaluate(new Cast(key.inputs().get(0)), Tensor.of(values, ROWS, 1, 3));
  }

  private Tensor indices(int length, long... dims) {
    long[] values = new long[Cpu.count(dims)];
    Arrays.setAll(values, i -> tensors.random().nextInt(2 * length) - length);
    Tensor wide = Tensor.of(values, dims);
    DType dtype = key.inputs().get(key.inputs().size() - 1);
    return dtype == DType.I32 ? Cpu.evaluate(new Cast(DType.I32), wide) : wide;
  }

  private OpKind inPlace() {
    DType dtype = key.inputs().get(0);
    return dtype == DType.BOOL ? OpKind.NOT : dtype.isFloat() ? OpKind.TANH : OpKind.ABS;
  }

  private Stream<RowExample> writes() {
    WriteSlice op = new WriteSlice(1, DynScalar.of(1), true);
    Tensor target = next(0, ROWS, 4, 4);
    Tensor update = next(0, ROWS, 2, 4);
    Tensor start = Tensor.of(new long[] {2});
    return Stream.of(
        RowExample.of(op, Set.of(0, 1), target, update),
        RowExample.of(op, Set.of(0, 1), target, update, start));
  }

  private RowExample conditionalProgram() {
    DType dtype = key.inputs().get(key.inputs().size() - 1);
    ElementwiseProgram program =
        new ElementwiseProgram(
            1,
            4,
            List.of(
                Instruction.of(OpKind.MUL, Ref.input(1), Ref.input(2)),
                Instruction.of(OpKind.CLIP, Ref.result(0), Ref.input(3)),
                Instruction.of(OpKind.WHERE, Ref.input(0), Ref.result(1), Ref.input(1)),
                Instruction.of(OpKind.TANH, Ref.result(2))));
    return RowExample.of(
        new Elementwise(program),
        Set.of(0, 1),
        tensors.packed(DType.BOOL, ROWS, 1, 3),
        tensors.packed(dtype, ROWS, 4, 3),
        tensors.packed(dtype, 4, 1),
        tensors.packed(dtype));
  }

  private RowExample program() {
    ElementwiseProgram program =
        new ElementwiseProgram(
            0,
            2,
            List.of(
                Instruction.of(OpKind.ADD, Ref.input(0), Ref.input(1)),
                Instruction.of(OpKind.EXP, Ref.result(0))));
    return RowExample.of(new Elementwise(program), rows(), next(0, 4, 1));
  }
}
