package io.pelton.flink.table.predict;

import io.pelton.flink.model.LoadedModel;
import io.pelton.flink.model.TaskManagerAccess;
import io.pelton.flink.operator.RowScorer;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.util.IOUtils;

/** What a function needs to score: a scorer, and what becomes of its rows. */
final class Predictor implements AutoCloseable {
  private final PredictSpec spec;
  private final RowScorer scorer;
  private final RowErrors errors;
  private final String version;
  private final ClassLoader loader;
  private final int subtask;

  private Predictor(PredictSpec spec, RowScorer scorer, ClassLoader loader, int subtask) {
    this.spec = spec;
    this.scorer = scorer;
    this.errors = new RowErrors(spec, scorer.metrics());
    this.version = version(scorer.model());
    this.loader = loader;
    this.subtask = subtask;
    try {
      ResultColumns.check(scorer.outputs(), spec.results());
    } catch (RuntimeException e) {
      IOUtils.closeQuietly(scorer);
      throw e;
    }
  }

  /**
   * Loads the model unless another function of the TaskManager has.
   *
   * @throws io.pelton.flink.error.ConnectorException for a model that can't be read, or that is no
   *     longer what the query was planned with
   */
  static Predictor open(PredictSpec spec, FunctionContext context) throws Exception {
    String task = "a query that is planned";
    int subtask = 0;
    try {
      TaskInfo info = context.getTaskInfo();
      task = info.getTaskNameWithSubtasks();
      subtask = info.getIndexOfThisSubtask();
    } catch (TableException e) {
      // there is no task where constants are evaluated
    }
    TaskManagerAccess access = TaskManagerAccess.of(context);
    RowScorer scorer =
        RowScorer.open(spec.scoring(), spec.encoding(), access, context.getMetricGroup(), task);
    return new Predictor(spec, scorer, access.loader(), subtask);
  }

  private static String version(LoadedModel model) {
    return model.version().isEmpty() ? model.sha256() : model.version();
  }

  PredictSpec spec() {
    return spec;
  }

  RowScorer scorer() {
    return scorer;
  }

  /** For one thread. */
  RowOutcomes outcomes() {
    return new RowOutcomes(spec, scorer.outputs(), version, errors);
  }

  /**
   * A thread that does not keep the JVM, is not started, and sees the classes of the query.
   *
   * @param purpose first part of its name
   */
  Thread thread(String purpose, String suffix, Runnable body) {
    String name = "pelton-" + purpose + "-" + spec.scoring().model().name() + "-" + subtask;
    // no thread-locals of the task that happens to start it
    Thread thread = new Thread(null, body, name + suffix, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    return thread;
  }

  @Override
  public void close() throws Exception {
    scorer.close();
  }
}
