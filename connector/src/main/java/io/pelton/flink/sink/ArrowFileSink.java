package io.pelton.flink.sink;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowFields;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.type.PredictionTypeInfo;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.core.fs.Path;
import org.apache.flink.types.Row;

/**
 * Writes a bounded stream into a folder of Arrow IPC files, {@code part-<subtask>.arrow}, each of
 * which appears when the input has ended and replaces one of that name. A subtask without elements
 * writes no file.
 *
 * <p>Files are written once: a job that fails starts over. Restored from a checkpoint, the sink
 * refuses, since what was written before is gone; rolling files with exactly-once commits are yet
 * to come.
 */
@PublicEvolving
public final class ArrowFileSink<T> implements Sink<T> {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final BatchEncoder.Factory<T> encoders;

  private ArrowFileSink(String folder, BatchEncoder.Factory<T> encoders) {
    this.folder = folder;
    this.encoders = encoders;
  }

  /**
   * Writes batches as they are; all of one subtask have one schema.
   *
   * @param folder for Flink's file systems; made if it does not exist
   */
  public static ArrowFileSink<ArrowBatch> batches(String folder) {
    return new ArrowFileSink<>(
        InvalidSetting.named("folder", folder), allocator -> new WholeBatches());
  }

  /**
   * Writes predictions: input fields, then the outputs, a single value as one column of the
   * output's name, arrays as {@code name_0}, {@code name_1}, …, maps as {@code name_key}.
   *
   * @param folder for Flink's file systems; made if it does not exist
   * @param type of the stream of predictions
   * @param fields of the input to write, in order; none for all of them
   * @throws io.pelton.flink.error.ConnectorException for a field that is missing or has no column
   *     type
   */
  public static ArrowFileSink<Prediction<Row>> predictions(
      String folder, TypeInformation<Prediction<Row>> type, String... fields) {
    InvalidSetting.named("folder", folder);
    InvalidSetting.given("fields", fields);
    if (!(type instanceof PredictionTypeInfo<Row> predictions)) {
      throw new InvalidSetting(
          "type",
          "that of a stream of predictions",
          String.valueOf(type),
          "pass the stream's getType()");
    }
    RowTypeInfo rows = RowFields.of(predictions.input());
    List<String> known = List.of(rows.getFieldNames());
    for (String field : fields) {
      InvalidSetting.named("fields", field);
    }
    List<String> chosen = fields.length == 0 ? known : List.of(fields);
    for (String field : chosen) {
      if (!known.contains(field)) {
        throw new InvalidSetting(
            "fields", "fields of " + known, "'" + field + "'", "name one of these");
      }
      RowFields.field(rows, field);
    }
    return new ArrowFileSink<>(
        folder,
        allocator -> {
          List<Field> columns = chosen.stream().map(field -> RowFields.field(rows, field)).toList();
          int[] positions = chosen.stream().mapToInt(known::indexOf).toArray();
          return new PredictionBatches(allocator, columns, positions);
        });
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    if (context.getRestoredCheckpointId().isPresent()) {
      throw new IOException(
          "The Arrow sink into '"
              + folder
              + "' can't go on from a checkpoint: the rows that were written before it are gone;"
              + " run the job from its start.");
    }
    int subtask = context.getTaskInfo().getIndexOfThisSubtask();
    return new ArrowFileWriter<>(new Path(folder), "part-" + subtask + ".arrow", encoders);
  }
}
