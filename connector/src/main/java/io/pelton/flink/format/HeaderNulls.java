package io.pelton.flink.format;

import io.pelton.arrow.io.BatchSummary;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;

/** What a record batch's header tells about nulls. */
record HeaderNulls(List<String> names, List<Field> fields, BatchSummary summary)
    implements BatchFilter.Nulls {
  @Override
  public boolean mayBeNull(String column) {
    int index = names.indexOf(column);
    // a dictionary may have null entries, which the header does not count
    return index < 0 || summary.nulls()[index] > 0 || fields.get(index).getDictionary() != null;
  }

  @Override
  public boolean mayHaveValue(String column) {
    int index = names.indexOf(column);
    return index < 0 || summary.nulls()[index] < summary.rows();
  }
}
