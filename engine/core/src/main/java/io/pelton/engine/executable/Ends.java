package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Outputs that may take the place of inputs. */
final class Ends {
  /** No axis. */
  static final int NONE = -1;

  private Ends() {}

  /**
   * @throws UnknownName when there is no such output
   */
  static Port output(List<Port> outputs, int index) {
    if (index < 0 || index >= outputs.size()) {
      throw new UnknownName("no output", "#" + index, outputs.stream().map(Port::name).toList());
    }
    return outputs.get(index);
  }

  /**
   * Checks what is declared.
   *
   * @param except an axis whose lengths may differ, or {@link #NONE}
   * @throws InputMismatch when an output can't be what the input is
   */
  static void checkSame(Port input, Port output, int except) {
    if (!(output.type() instanceof TensorType made)) {
      throw mismatch(input, output, "type", input.type().toString(), output.type().toString());
    }
    TensorType declared = (TensorType) input.type();
    if (declared.dtype() != made.dtype()) {
      throw mismatch(input, output, "dtype", declared.dtype().toString(), made.dtype().toString());
    }
    Shape in = declared.shape();
    Shape out = made.shape();
    if (in.isRanked() && (except >= in.rank() || except < NONE)) {
      throw mismatch(input, output, "axis", "within " + in, Integer.toString(except));
    }
    if (in.isRanked() && out.isRanked() && !mayBeSame(in, out, except)) {
      throw mismatch(input, output, "shape", in.toString(), out.toString());
    }
  }

  private static boolean mayBeSame(Shape in, Shape out, int except) {
    boolean mayBe = in.rank() == out.rank();
    for (int axis = 0; mayBe && axis < in.rank(); axis++) {
      boolean areKnown = in.extent(axis).isFixed() && out.extent(axis).isFixed();
      mayBe = axis == except || !areKnown || in.extent(axis).max() == out.extent(axis).max();
    }
    return mayBe;
  }

  private static InputMismatch mismatch(
      Port input, Port output, String what, String expected, String found) {
    return new InputMismatch(
        input.name(), what + " of output '" + output.name() + "'", expected, found);
  }
}
