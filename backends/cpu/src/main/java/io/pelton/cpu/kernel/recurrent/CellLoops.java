package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RecurrentOp.Setup;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What cells compute with, in one lane.
 *
 * @param fill sets all elements of an array
 * @param functions makes the loops of the functions
 */
record CellLoops<A>(
    FloatingLoops<A> loops,
    RowProduct<A> product,
    BiConsumer<A, Double> fill,
    Function<CellFunction, Unary<A, A>> functions) {
  Lane<A> lane() {
    return loops.lane();
  }

  Binary<A, A> binary(OpKind kind) {
    return loops.binary().get(kind);
  }

  A filled(int length, double value) {
    A array = lane().allocate(length);
    fill.accept(array, value);
    return array;
  }

  /** The functions of all directions, with their arguments clipped. */
  List<Unary<A, A>> functions(Setup setup) {
    return setup.functions().stream().map(function -> function(function, setup.clip())).toList();
  }

  /** The function of an argument held between -clip and clip; its target may be its source. */
  private Unary<A, A> function(CellFunction function, float clip) {
    Unary<A, A> loop = functions.apply(function);
    if (clip == Float.POSITIVE_INFINITY) {
      return loop;
    }
    A bounds = filled(2, clip);
    A low = filled(1, -clip);
    System.arraycopy(low, 0, bounds, 0, 1);
    return (x, i, y, k, count) -> {
      loops.clip().apply(x, i, bounds, y, k, count);
      loop.apply(y, k, y, k, count);
    };
  }
}
