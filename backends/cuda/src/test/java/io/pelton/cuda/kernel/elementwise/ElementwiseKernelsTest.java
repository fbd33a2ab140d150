package io.pelton.cuda.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel gives the bits of the CPU's, whatever the shapes are and however operands lie. */
@ExtendWith(OnEmulatedDriver.class)
class ElementwiseKernelsTest {
  private static final BindingTable TABLE = table();

  private static BindingTable table() {
    BindingTable.Builder builder = new BindingTable.Builder("cuda");
    ElementwiseKernels.register(builder);
    return builder.seal();
  }

  static Stream<OpKind> kinds() {
    return TABLE.keys().stream()
        .map(BindingKey::kind)
        .filter(kind -> kind != OpKind.IN_PLACE)
        .distinct()
        .sorted();
  }

  private static List<BindingKey> keys(OpKind kind) {
    return TABLE.keys().stream()
        .filter(key -> key.kind() == kind)
        .sorted(Comparator.comparing(BindingKey::toString))
        .toList();
  }

  /** All that the CPU has kernels for, but strings. */
  @ParameterizedTest
  @MethodSource("kinds")
  void coversWhatTheCpuCovers(OpKind kind) {
    List<String> expected =
        Cpu.BACKEND.table().keys().stream()
            .filter(key -> key.kind() == kind && !hasStrings(key))
            .map(BindingKey::signature)
            .distinct()
            .sorted()
            .toList();
    assertThat(keys(kind).stream().map(BindingKey::signature).sorted().toList())
        .isEqualTo(expected);
  }

  private static boolean hasStrings(BindingKey key) {
    return key.inputs().contains(DType.STRING) || key.outputs().contains(DType.STRING);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void computesTensorsOfOneShape(OpKind kind) {
    for (BindingKey key : keys(kind)) {
      RandomTensors tensors = new RandomTensors(key.toString().hashCode());
      // several blocks, of which the last is not full
      for (Op op : ops(key)) {
        Twins.check(op, new Operands(tensors, dtype(key), false, 3, 757).of(op));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void computesOperandsThatLieInAnyWay(OpKind kind) {
    for (BindingKey key : keys(kind)) {
      RandomTensors tensors = new RandomTensors(key.toString().hashCode());
      for (int round = 0; round < 4; round++) {
        checkStrided(tensors, key, tensors.dims(4, 6));
      }
      checkStrided(tensors, key, 3, 0, 2);
    }
  }

  /** Rows that are not active stay as they were. */
  @ParameterizedTest
  @MethodSource("kinds")
  void computesActiveRowsOnly(OpKind kind) {
    KernelTwins twins = new KernelTwins(Cuda.device());
    for (BindingKey key : keys(kind)) {
      RandomTensors tensors = new RandomTensors(key.toString().hashCode());
      for (Op op : ops(key)) {
        Tensor[] operands = new Operands(tensors, dtype(key), false, 7, 131).of(op);
        twins.check(op, 7, 3, operands);
        twins.check(op, 7, 0, operands);
      }
    }
  }

  private static void checkStrided(RandomTensors tensors, BindingKey key, long... dims) {
    KernelTwins twins = new KernelTwins(Cuda.device());
    for (Op op : ops(key)) {
      twins.check(op, new Operands(tensors, dtype(key), true, dims).of(op));
    }
  }

  private static DType dtype(BindingKey key) {
    return key.inputs().get(key.inputs().size() - 1);
  }

  private static List<Op> ops(BindingKey key) {
    DType to = key.outputs().get(0);
    return switch (key.kind()) {
      case CAST -> List.of(new Cast(to));
      case BIT_CAST -> List.of(new BitCast(to));
      case WHERE -> List.of(new Where());
      case CLIP -> List.of(new Clip());
      case GELU -> List.of(new Gelu(Approximation.NONE), new Gelu(Approximation.TANH));
      default -> {
        boolean isUnary = UnaryFunction.KINDS.contains(key.kind()) || key.kind() == OpKind.NOT;
        yield List.of(isUnary ? new Unary(key.kind()) : new Binary(key.kind()));
      }
    };
  }

  @Test
  void refusesToDivideIntegersByZero() {
    Binary op = new Binary(OpKind.DIV);
    Tensor x = new RandomTensors(5).packed(DType.I32, 4, 300);
    int[] divisors = new int[1200];
    Arrays.fill(divisors, 3);
    divisors[1100] = 0;
    divisors[700] = 0;
    Tensor y = Tensor.of(divisors, 4, 300);
    assertThatThrownBy(() -> Twins.check(op, x, y))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("divides an integer by zero");
    Arrays.fill(divisors, 7);
    Twins.check(op, x, y);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void overwritesItsOperand(DType dtype) {
    List<OpKind> kinds = new ArrayList<>(List.of(OpKind.ABS, OpKind.SIGN));
    if (dtype.isFloat()) {
      kinds.addAll(List.of(OpKind.EXP, OpKind.TANH, OpKind.SIN));
    } else {
      kinds.add(OpKind.NOT);
    }
    for (OpKind kind : kinds) {
      Tensor x = new RandomTensors(9).packed(dtype, 70, 10);
      new KernelTwins(Cuda.device()).check(new InPlace(kind), 70, 33, x);
    }
  }
}
