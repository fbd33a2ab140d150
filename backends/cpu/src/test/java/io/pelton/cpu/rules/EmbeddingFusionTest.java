package io.pelton.cpu.rules;

import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import org.junit.jupiter.api.Test;

class EmbeddingFusionTest extends RuleFixture {
  private final ValueId ids = rows("ids", DType.I64, 6);
  private final ValueId types = rows("types", DType.I64, 6);

  private ValueId rowsOf(ValueId table, ValueId indices) {
    return apply(new Gather(0), table, indices);
  }

  @Test
  void twoTablesAndPositions() {
    ValueId sum = add(rowsOf(weights(9, 5), ids), rowsOf(weights(4, 5), types));
    optimize(add(weights(6, 5), sum))
        .applied("embedding-sum", 1)
        .applied("embedding-sum-more", 1)
        .leaves(OpKind.EMBEDDING_SUM)
        .sameBits();
  }

  @Test
  void aTableAndPositions() {
    optimize(add(rowsOf(weights(9, 5), ids), weights(6, 5)))
        .applied("embedding-sum", 1)
        .leaves(OpKind.EMBEDDING_SUM)
        .sameBits();
  }

  @Test
  void rowsThatAreReadElsewhereStay() {
    ValueId words = rowsOf(weights(9, 5), ids);
    optimize(add(words, rowsOf(weights(4, 5), types)), words)
        .applied("embedding-sum", 0)
        .sameBits();
  }

  @Test
  void anotherAxisStays() {
    ValueId columns = apply(new Gather(1), weights(5, 9), ids);
    optimize(add(columns, apply(new Gather(1), weights(5, 8), types)))
        .applied("embedding-sum", 0)
        .sameBits();
  }

  @Test
  void aTableThatIsNotConstantStays() {
    ValueId table = input("table", DType.F32, shape(9, 5));
    optimize(add(rowsOf(table, ids), weights(6, 5))).applied("embedding-sum", 0).sameBits();
  }

  @Test
  void indicesOfTwoDtypesStay() {
    ValueId narrow = apply(new Cast(DType.I32), types);
    optimize(add(rowsOf(weights(9, 5), ids), rowsOf(weights(4, 5), narrow)))
        .applied("embedding-sum", 0)
        .sameBits();
  }
}
