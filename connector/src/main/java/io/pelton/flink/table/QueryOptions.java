package io.pelton.flink.table;

import io.pelton.flink.error.InvalidSetting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.MLPredictRuntimeConfigOptions;

/** What a query says in the MAP of {@code ML_PREDICT}; Flink checks its own keys only. */
final class QueryOptions {
  /** Flink's own keys. */
  private static final Set<String> FLINK =
      Set.of(
          MLPredictRuntimeConfigOptions.ASYNC.key(),
          MLPredictRuntimeConfigOptions.ASYNC_OUTPUT_MODE.key(),
          MLPredictRuntimeConfigOptions.ASYNC_MAX_CONCURRENT_OPERATIONS.key(),
          MLPredictRuntimeConfigOptions.ASYNC_TIMEOUT.key());

  private final Map<String, String> query;
  private final Configuration parsed;
  private final ReadableConfig session;

  /**
   * @throws InvalidSetting for a key that no query may give
   */
  QueryOptions(Map<String, String> query, ReadableConfig session) {
    this.query = new HashMap<>(query);
    this.parsed = Configuration.fromMap(query);
    this.session = session;
    new TreeSet<>(query.keySet()).forEach(QueryOptions::check);
  }

  private static void check(String key) {
    if (FLINK.contains(key)) {
      return;
    }
    boolean isOfModel = ModelOption.of(key).isPresent();
    if (ModelOption.of(key).filter(ModelOption::isPerQuery).isEmpty()) {
      TreeSet<String> allowed = ModelOption.keys(true);
      allowed.addAll(FLINK);
      throw new InvalidSetting(
          "'" + key + "' of the query",
          "one of " + allowed,
          isOfModel ? "an option of the model" : "an unknown option",
          isOfModel
              ? "give it to the model with CREATE MODEL or ALTER MODEL"
              : "correct or remove it");
    }
  }

  /** The model's options with those of the query in their place. */
  Map<String, String> over(Map<String, String> model) {
    Map<String, String> both = new HashMap<>(model);
    both.putAll(query);
    FLINK.forEach(both::remove);
    return both;
  }

  /**
   * Rows that may be under way at a time in an asynchronous query.
   *
   * @throws InvalidSetting for less than one
   */
  int capacity() {
    ConfigOption<Integer> own = MLPredictRuntimeConfigOptions.ASYNC_MAX_CONCURRENT_OPERATIONS;
    ConfigOption<Integer> general =
        ExecutionConfigOptions.TABLE_EXEC_ASYNC_ML_PREDICT_MAX_CONCURRENT_OPERATIONS;
    Integer ofQuery = OptionReader.read(own, parsed);
    int capacity = ofQuery == null ? session.get(general) : ofQuery;
    if (capacity < 1) {
      throw new InvalidSetting(
          OptionReader.named(ofQuery == null ? general : own),
          "1 or more",
          Integer.toString(capacity),
          "choose twice 'batch.max-rows'");
    }
    return capacity;
  }

  /**
   * Holds the time that a row may take against the time that it may wait for others.
   *
   * @throws InvalidSetting for a timeout of nothing, or one that waiting rows would run into
   */
  void checkTimeout(Duration linger) {
    ConfigOption<Duration> own = MLPredictRuntimeConfigOptions.ASYNC_TIMEOUT;
    ConfigOption<Duration> general = ExecutionConfigOptions.TABLE_EXEC_ASYNC_ML_PREDICT_TIMEOUT;
    Duration ofQuery = OptionReader.read(own, parsed);
    if (ofQuery != null && ofQuery.toMillis() < 1) {
      throw new InvalidSetting(
          OptionReader.named(own),
          "1 ms or more",
          ofQuery.toMillis() + " ms",
          "raise it, or leave it out for '" + general.key() + "'");
    }
    Duration timeout = ofQuery == null ? session.get(general) : ofQuery;
    // without one, Flink waits for ever
    if (timeout.toMillis() > 0 && timeout.compareTo(linger) <= 0) {
      throw new InvalidSetting(
          OptionReader.named(ofQuery == null ? general : own),
          "more than 'batch.linger', " + linger.toMillis() + " ms",
          timeout.toMillis() + " ms",
          "raise it to several times the linger, or lower the linger");
    }
  }

  /** The key by which this query's capacity is raised. */
  static String capacityKey() {
    return ExecutionConfigOptions.TABLE_EXEC_ASYNC_ML_PREDICT_MAX_CONCURRENT_OPERATIONS.key();
  }
}
