package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.type.FailedRecordTypeInfo;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;

/**
 * A record that could not be scored.
 *
 * @param record the record itself; in streams of batches a batch of that one row
 * @param field the field that is wrong; empty where that is not known
 * @param reason in words, without the row's place in its batch, which says nothing here
 */
@PublicEvolving
public record FailedRecord<T>(T record, String field, String reason) {
  /**
   * The side output for {@link ErrorPolicy#sideOutput}.
   *
   * @param recordType the type of the stream that is scored
   */
  public static <T> OutputTag<FailedRecord<T>> tag(String id, TypeInformation<T> recordType) {
    return new OutputTag<>(
        InvalidSetting.named("id", id),
        new FailedRecordTypeInfo<>(InvalidSetting.given("recordType", recordType)));
  }
}
