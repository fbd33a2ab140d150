package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Draws a recipe from a seed. */
final class RandomRecipe {
  private static final int MAX_NODES = 40;

  /** What to draw, as often as it stands here. */
  private static final List<Draw> DRAWS = draws();

  private static final List<DType> DTYPES =
      List.of(
          DType.F32,
          DType.F32,
          DType.F32,
          DType.F32,
          DType.F32,
          DType.F32,
          DType.F64,
          DType.F64,
          DType.I64,
          DType.I64,
          DType.I32,
          DType.BOOL,
          DType.F16,
          DType.BF16);

  private RandomRecipe() {}

  private static List<Draw> draws() {
    List<Draw> draws = new ArrayList<>();
    add(draws, 5, ElementDraws::unary);
    add(draws, 8, ElementDraws::binary);
    add(draws, 2, ElementDraws::where);
    add(draws, 1, ElementDraws::clip);
    add(draws, 3, ElementDraws::cast);
    add(draws, 1, ElementDraws::identity);
    add(draws, 1, ElementDraws::fused);
    add(draws, 3, ViewDraws::transpose);
    add(draws, 3, ViewDraws::reshape);
    add(draws, 1, ViewDraws::flatten);
    add(draws, 1, ViewDraws::squeeze);
    add(draws, 2, ViewDraws::unsqueeze);
    add(draws, 3, ViewDraws::slice);
    add(draws, 2, ViewDraws::expand);
    add(draws, 2, ViewDraws::narrow);
    add(draws, 2, MoveDraws::concat);
    add(draws, 2, MoveDraws::gather);
    add(draws, 1, MoveDraws::lookup);
    add(draws, 1, MoveDraws::shape);
    add(draws, 1, MoveDraws::copy);
    add(draws, 2, MoveDraws::nonZero);
    add(draws, 3, SumDraws::reduce);
    add(draws, 1, SumDraws::argMax);
    add(draws, 1, SumDraws::cumulate);
    add(draws, 1, SumDraws::softmax);
    add(draws, 1, SumDraws::norm);
    add(draws, 2, SumDraws::matMul);
    add(draws, 1, SumDraws::gemm);
    add(draws, 4, MutationDraws::writeSlice);
    add(draws, 1, MutationDraws::zeroFill);
    add(draws, 2, MutationDraws::inPlace);
    add(draws, 1, MutationDraws::release);
    add(draws, 1, MutationDraws::move);
    add(draws, 1, MutationDraws::iota);
    add(draws, 1, MutationDraws::allocate);
    add(draws, 6, BranchDraws::branch);
    return draws;
  }

  private static void add(List<Draw> draws, int times, Draw draw) {
    draws.addAll(Collections.nCopies(times, draw));
  }

  static Recipe of(long seed) {
    // neighbouring seeds would start alike
    RandomTensors tensors = new RandomTensors(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
    Draft draft = new Draft(tensors, scenarios(tensors.random()));
    int sources = 2 + draft.random().nextInt(4);
    for (int i = 0; i < sources; i++) {
      source(draft, i == 0);
    }
    int nodes = 3 + draft.random().nextInt(MAX_NODES - 2);
    for (int tries = 0; nodes > 0 && tries < 4 * MAX_NODES; tries++) {
      nodes -= draft.any(DRAWS).into(draft) ? 1 : 0;
    }
    return draft.finish(outputs(draft));
  }

  /** At least two different lengths for each symbol, so that no one takes them for fixed. */
  private static List<Scenario> scenarios(Random random) {
    List<Integer> rows = new ArrayList<>(List.of(0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17));
    List<Integer> widths = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    Collections.shuffle(rows, random);
    Collections.shuffle(widths, random);
    int width = random.nextInt(2);
    int second = rows.get(1).equals(rows.get(0)) ? 11 : rows.get(1);
    boolean bindsRows = random.nextInt(4) == 0;
    return List.of(
        scenario(random, rows.get(0), widths.get(0), bindsRows),
        scenario(random, second, widths.get(width), bindsRows),
        scenario(random, rows.get(2), widths.get(1), bindsRows));
  }

  /**
   * @param bindsRows the caller says how many rows there are, too
   */
  private static Scenario scenario(Random random, int rows, int width, boolean bindsRows) {
    Map<SymbolId, Long> env = new HashMap<>();
    env.put(Scenario.START, (long) random.nextInt(3));
    env.put(Scenario.LENGTH, (long) random.nextInt(6));
    env.put(Scenario.UNUSED, (long) random.nextInt(100));
    if (bindsRows) {
      env.put(Scenario.ROWS, (long) rows);
    }
    return new Scenario(rows, width, env);
  }

  private static void source(Draft draft, boolean isInput) {
    DType dtype = draft.any(DTYPES);
    List<Extent> extents = new ArrayList<>();
    int rank = draft.random().nextInt(4);
    for (int axis = 0; axis < rank; axis++) {
      boolean isRows = axis == 0 && !draft.oneIn(4);
      boolean isWidth = draft.oneIn(axis == 0 ? 4 : 8);
      int length = draft.oneIn(25) ? 0 : 1 + draft.random().nextInt(draft.oneIn(8) ? 20 : 5);
      extents.add(
          isRows
              ? Extent.symbolic(Scenario.ROWS)
              : isWidth ? Extent.symbolic(Scenario.WIDTH) : Extent.fixed(length));
    }
    Shape shape = Shape.of(extents);
    if (!isInput && shape.isFixed() && draft.oneIn(2)) {
      draft.constant(draft.tensors().next(dtype, shape.dims()));
    } else {
      draft.input(dtype, shape, draft.oneIn(6));
    }
  }

  /** Values that no one reads first, then any. */
  private static List<Ref> outputs(Draft draft) {
    List<Value> values = new ArrayList<>(draft.values());
    Collections.shuffle(values, draft.random());
    values.sort((a, b) -> Boolean.compare(draft.isRead(a), draft.isRead(b)));
    List<Ref> outputs = new ArrayList<>();
    int count = 1 + draft.random().nextInt(draft.oneIn(2) ? 3 : 8);
    for (int i = 0; i < count; i++) {
      outputs.add(draft.oneIn(4) ? draft.any(values).ref() : values.get(i % values.size()).ref());
    }
    return outputs;
  }
}
