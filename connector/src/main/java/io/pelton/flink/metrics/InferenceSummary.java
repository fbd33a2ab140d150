package io.pelton.flink.metrics;

import io.pelton.flink.error.InvalidSetting;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.JobExecutionResult;

/**
 * What a finished job did with one model, all its slots together. Inferences of one name on the
 * same model count together; different models need names of their own.
 *
 * @param batches runs of the model
 * @param rows records that were scored
 * @param failures records that were not
 * @param planHits runs that found their plan in the cache
 * @param planMisses runs for which a plan was made
 * @param arenaBytes memory of intermediates and outputs that the slots held at the end
 * @param weightBytes memory of the weights, which the slots of a TaskManager share
 */
@PublicEvolving
public record InferenceSummary(
    long batches,
    long rows,
    long failures,
    long planHits,
    long planMisses,
    long arenaBytes,
    long weightBytes) {
  static final List<String> COUNTS =
      List.of("batches", "rows", "failures", "plan_hits", "plan_misses", "arena_bytes");
  static final String WEIGHT_BYTES = "weight_bytes";
  static final String LOCATIONS = "locations";

  /**
   * @param model the name that the inference was given
   * @throws IllegalArgumentException when no operator of the job ran that model
   * @throws InvalidSetting when different models of the job have that name, so that their sums
   *     can't be told apart
   */
  public static InferenceSummary of(JobExecutionResult result, String model) {
    checkOne(result, model);
    long[] counts = COUNTS.stream().mapToLong(count -> value(result, model, count)).toArray();
    return new InferenceSummary(
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4],
        counts[5],
        value(result, model, WEIGHT_BYTES));
  }

  public double meanBatchRows() {
    return batches == 0 ? 0 : (double) rows / batches;
  }

  static String accumulator(String model, String count) {
    return "pelton/" + model + "/" + count;
  }

  private static void checkOne(JobExecutionResult result, String model) {
    List<String> locations = result.getAccumulatorResult(accumulator(model, LOCATIONS));
    if (locations != null && locations.stream().distinct().count() > 1) {
      throw new InvalidSetting(
          "name",
          "a name of its own for every model of a job",
          "'" + model + "' for " + locations.stream().distinct().sorted().toList(),
          "call name(…) on the inferences");
    }
  }

  private static long value(JobExecutionResult result, String model, String count) {
    Long value = result.getAccumulatorResult(accumulator(model, count));
    if (value == null) {
      throw new IllegalArgumentException("the job ran no model named '" + model + "'");
    }
    return value;
  }
}
