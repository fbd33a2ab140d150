package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.List;

/** OneHotEncoder of integers; of a category that repeats the last place counts. */
final class OneHotEncoderKernel implements FixedKernel {
  private static final int KEYS = 0;
  private static final int PLACES = 1;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    OneHotEncoder op = (OneHotEncoder) node.op();
    int categories = Math.toIntExact(op.categories().layout().elements());
    node.inference().check(categories > 0, "should have at least one category");
    SortedKeys keys = SortedKeys.of(op.categories());
    int count = keys.places().length;
    DeviceTables tables =
        node.prepared(
            op,
            DeviceTables.class,
            () -> DeviceTables.of(node, keys.table(), Tensor.of(keys.places(), count)));
    long results = out[0].layout().elements();
    LaunchBuilder launch =
        new LaunchBuilder(node, Columns.MODULE, ElementType.function("one_hot", in[0].dtype()))
            .pointer(in[0])
            .pointer(out[0])
            .extent(results)
            .i32(categories);
    tables.put(launch, KEYS).i32(count);
    return tables
        .put(launch, PLACES)
        .i32(op.zeros() ? 1 : 0)
        .watch(unknown(node, results, categories))
        .over(Geometry.threads(results));
  }

  private static Refusal unknown(NodeSpec node, long results, int categories) {
    return Refusal.of(
        node,
        results / node.rows(),
        "category ",
        List.of(
            " is none of the "
                + categories
                + " that the model knows; drop the record, or let the model encode unknown ones as"
                + " zeros"));
  }
}
