package io.pelton.examples.benchmarks.streaming;

import java.util.SplittableRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.types.Row;

/** Records of the census in random order; of some a field is missing that must be there. */
final class LoadRecords extends RichMapFunction<Long, Row> {
  /** Where a null is an error. */
  static final String FIELD = "sex";

  private static final long serialVersionUID = 1L;

  /** One record in so many is bad. */
  private static final int BAD = 200;

  private transient Row[] rows;
  private transient int field;

  @Override
  public void open(OpenContext context) throws Exception {
    AdultRecords records = AdultRecords.read();
    rows = records.rows().toArray(new Row[0]);
    field = records.field(FIELD);
  }

  @Override
  public Row map(Long number) {
    SplittableRandom random = new SplittableRandom(number);
    Row row = rows[random.nextInt(rows.length)];
    if (random.nextInt(BAD) > 0) {
      return row;
    }
    Row bad = Row.copy(row);
    bad.setField(field, null);
    return bad;
  }
}
