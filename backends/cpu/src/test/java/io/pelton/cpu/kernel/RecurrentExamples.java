package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RecurrentOp.Direction;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import io.pelton.engine.graph.RecurrentOp.Setup;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Stream;

/** Recurrent networks whose sequences are rows. */
final class RecurrentExamples {
  private static final int STEPS = 4;
  private static final int HIDDEN = 2;
  private static final int FEATURES = 3;

  private final DType dtype;
  private final OpKind kind;
  private final RandomTensors tensors;
  private final int gates;

  private RecurrentExamples(BindingKey key, RandomTensors tensors) {
    this.dtype = key.inputs().get(0);
    this.kind = key.kind();
    this.tensors = tensors;
    this.gates = kind == OpKind.LSTM ? 4 : kind == OpKind.GRU ? 3 : 1;
  }

  /** Without lengths, with lengths, and with lengths and an initial state. */
  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    RecurrentExamples examples = new RecurrentExamples(key, tensors);
    Tensor x = examples.next(ROWS, STEPS, FEATURES);
    Tensor w = examples.next(2, (long) examples.gates * HIDDEN, FEATURES);
    Tensor r = examples.next(2, (long) examples.gates * HIDDEN, HIDDEN);
    Tensor b = examples.next(2, 2L * examples.gates * HIDDEN);
    Tensor h = examples.next(ROWS, 2, HIDDEN);
    int[] lengths = new int[ROWS];
    Arrays.setAll(lengths, i -> i % (STEPS + 1));
    Tensor n = Tensor.of(lengths, ROWS);
    Op op = examples.op();
    return Stream.of(
        RowExample.of(op, x, w, r, b),
        RowExample.of(op, Set.of(0, 4), x, w, r, b, n),
        RowExample.of(op, Set.of(0, 4, 5), x, w, r, null, n, h));
  }

  private Op op() {
    int functions = kind == OpKind.LSTM ? 3 : kind == OpKind.GRU ? 2 : 1;
    Setup setup =
        new Setup(
            Direction.BIDIRECTIONAL,
            HIDDEN,
            Collections.nCopies(2 * functions, CellFunction.of(Kind.TANH)),
            Float.POSITIVE_INFINITY,
            true);
    return kind == OpKind.LSTM
        ? new Lstm(setup, false)
        : kind == OpKind.GRU ? new Gru(setup, false) : new Rnn(setup);
  }

  private Tensor next(long... dims) {
    return tensors.packed(dtype, dims);
  }
}
