package io.pelton.flink.table.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** The asynchronous function where Flink runs it: rows come out with their prediction behind. */
final class PredictHarness extends OneInputStreamOperatorTestHarness<RowData, RowData> {
  private PredictHarness(PredictSpec spec, RowType results, long timeout, OutputMode mode)
      throws Exception {
    super(
        new AsyncWaitOperatorFactory<>(
            new Runner(new PeltonAsyncPredictFunction(spec)), timeout, spec.capacity(), mode),
        InternalTypeInfo.of(spec.arguments()).toSerializer());
    List<RowType.RowField> fields = new ArrayList<>(spec.arguments().getFields());
    fields.addAll(results.getFields());
    setup(InternalTypeInfo.of(new RowType(fields)).toSerializer());
  }

  /**
   * @param timeout in milliseconds
   */
  static PredictHarness of(PredictFixture fixture, long timeout, OutputMode mode) throws Exception {
    PredictSpec spec = fixture.spec();
    List<RowType.RowField> results =
        spec.results().stream()
            .map(column -> new RowType.RowField(column.name(), column.type()))
            .toList();
    return new PredictHarness(spec, new RowType(results), timeout, mode);
  }

  /** What Flink would fail the task for. */
  Throwable failure() {
    return getEnvironment().getActualExternalFailureCause().orElseThrow();
  }

  /** As Flink's own runner does. */
  private static final class Runner extends RichAsyncFunction<RowData, RowData> {
    private static final long serialVersionUID = 1L;

    private final PeltonAsyncPredictFunction function;

    Runner(PeltonAsyncPredictFunction function) {
      this.function = function;
    }

    @Override
    public void open(OpenContext context) throws Exception {
      function.open(new FunctionContext(getRuntimeContext()));
    }

    @Override
    public void asyncInvoke(RowData row, ResultFuture<RowData> result) {
      CompletableFuture<Void> unused =
          function
              .asyncPredict(row)
              .handle(
                  (rows, failure) -> {
                    if (failure == null) {
                      List<RowData> joined = new ArrayList<>();
                      rows.forEach(
                          right -> joined.add(new JoinedRowData(row.getRowKind(), row, right)));
                      result.complete(joined);
                    } else {
                      result.completeExceptionally(failure);
                    }
                    return null;
                  });
    }

    @Override
    public void close() throws Exception {
      function.close();
    }
  }
}
