package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** The products and biases of all gates. Used by one thread at a time; allocates nothing. */
final class Gates<A> {
  private static final int WEIGHTS = 1;
  private static final int RECURRENT_WEIGHTS = 2;
  private static final int BIAS = 3;

  private final int count;
  private final int hidden;
  private final int features;
  private final RowProduct<A> product;
  private final Binary<A, A> add;
  private final Blocks<A> weights;
  private final Blocks<A> recurrentWeights;
  private final Blocks<A> bias;
  private final A biasSums;
  private final A inputs;
  private final A recurrent;
  private final int directions;

  Gates(NodeSpec node, Operand[] in, CellLoops<A> loops) {
    RecurrentOp op = (RecurrentOp) node.op();
    this.count = op.gates();
    this.hidden = op.setup().hidden();
    this.directions = op.setup().direction().count();
    this.features = Math.toIntExact(in[0].layout().dim(2));
    this.product = loops.product();
    this.add = loops.binary(OpKind.ADD);
    this.weights = PackedGates.of(node, in[WEIGHTS], hidden, loops.lane());
    this.recurrentWeights = PackedGates.of(node, in[RECURRENT_WEIGHTS], hidden, loops.lane());
    int sums = directions * count * hidden;
    this.bias = in.length > BIAS && in[BIAS] != null ? bias(in[BIAS], 2 * sums, loops) : null;
    this.biasSums = bias == null ? null : loops.lane().allocate(sums);
    this.inputs = loops.lane().allocate(count * hidden);
    this.recurrent = loops.lane().allocate(hidden);
  }

  private static <A> Blocks<A> bias(Operand operand, int size, CellLoops<A> loops) {
    Layout layout = operand.layout();
    return loops.lane().blocks(operand, layout, size);
  }

  int hidden() {
    return hidden;
  }

  /** To be called once a run: weights that are no constants may have changed. */
  void start() {
    weights.read(0, directions * count * features * hidden);
    recurrentWeights.read(0, directions * count * hidden * hidden);
    if (bias != null) {
      int own = count * hidden;
      bias.read(0, 2 * directions * own);
      for (int direction = 0; direction < directions; direction++) {
        int at = bias.at() + 2 * direction * own;
        add.apply(bias.array(), at, bias.array(), at + own, biasSums, direction * own, own);
      }
    }
  }

  /** Multiplies a step's features, for all gates of the direction. */
  void read(A x, int at, int direction) {
    for (int gate = 0; gate < count; gate++) {
      int matrix = weights.at() + (direction * count + gate) * features * hidden;
      product.multiply(x, at, weights.array(), matrix, inputs, gate * hidden, features, hidden);
    }
  }

  /** {@code target = (x * W + h * R) + (Wb + Rb)}. */
  void sum(int direction, int gate, A h, A target) {
    multiply(direction, gate, h, recurrent);
    add.apply(inputs, gate * hidden, recurrent, 0, target, 0, hidden);
    if (bias != null) {
      add.apply(target, 0, biasSums, (direction * count + gate) * hidden, target, 0, hidden);
    }
  }

  /** {@code target = h * R + Rb}. */
  void recurrent(int direction, int gate, A h, A target) {
    multiply(direction, gate, h, target);
    if (bias != null) {
      int at = bias.at() + ((2 * direction + 1) * count + gate) * hidden;
      add.apply(target, 0, bias.array(), at, target, 0, hidden);
    }
  }

  /** {@code target = (x * W + target) + Wb}. */
  void addInput(int direction, int gate, A target) {
    add.apply(inputs, gate * hidden, target, 0, target, 0, hidden);
    if (bias != null) {
      int at = bias.at() + (2 * direction * count + gate) * hidden;
      add.apply(target, 0, bias.array(), at, target, 0, hidden);
    }
  }

  private void multiply(int direction, int gate, A h, A target) {
    int matrix = recurrentWeights.at() + (direction * count + gate) * hidden * hidden;
    product.multiply(h, 0, recurrentWeights.array(), matrix, target, 0, hidden, hidden);
  }
}
