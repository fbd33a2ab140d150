package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.RowDataEncoding;
import java.util.Optional;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataTypeQueryable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Settings of an inference on the rows of tables; made by {@link Inference#rowData}. */
@PublicEvolving
public final class RowDataInferenceBuilder
    extends RecordInferenceBuilder<RowData, RowDataInferenceBuilder> {
  private RowType rowType;

  RowDataInferenceBuilder() {}

  @Override
  RowDataInferenceBuilder self() {
    return this;
  }

  /**
   * The fields of the rows, for streams whose type does not say them. Where it does, this may give
   * them other names, but no other types.
   */
  public RowDataInferenceBuilder rowType(RowType type) {
    rowType = InvalidSetting.given("rowType", type);
    return this;
  }

  /**
   * Checks everything that can be checked before the stream is known.
   *
   * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
   *     wrong with the model
   */
  public RecordInference<RowData> build() {
    Scoring<RowData> scoring = scoring();
    RowType given = rowType;
    if (given != null) {
      scoring.check(new RowDataEncoding(given));
    }
    return new RecordInference<>(scoring, type -> new RowDataEncoding(fields(given, type)));
  }

  private static RowType fields(RowType given, TypeInformation<RowData> stream) {
    Optional<RowType> known = known(stream);
    if (given == null) {
      return known.orElseThrow(
          () ->
              new InvalidSetting(
                  "the stream's type",
                  "rows with named and typed fields",
                  String.valueOf(stream),
                  "call rowType(…), or .returns(InternalTypeInfo.of(rowType)) on the stream"));
    }
    known.filter(type -> !sameTypes(type, given)).ifPresent(type -> refuse(given, type));
    return given;
  }

  private static Optional<RowType> known(TypeInformation<RowData> stream) {
    return stream instanceof DataTypeQueryable typed
            && typed.getDataType().getLogicalType() instanceof RowType rows
        ? Optional.of(rows)
        : Optional.empty();
  }

  private static boolean sameTypes(RowType one, RowType other) {
    return one.getChildren().stream()
        .map(RowDataInferenceBuilder::nullable)
        .toList()
        .equals(other.getChildren().stream().map(RowDataInferenceBuilder::nullable).toList());
  }

  private static LogicalType nullable(LogicalType type) {
    return type.copy(true);
  }

  private static void refuse(RowType given, RowType found) {
    throw new InvalidSetting(
        "rowType",
        "the types of the stream, " + found.asSummaryString(),
        given.asSummaryString(),
        "give the fields these types, or leave the setting out");
  }
}
