package io.pelton.flink.table.schema;

import io.pelton.engine.graph.NamedGraph.Port;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.utils.EncodingUtils;

/**
 * The column that says the same of a row as an input or output of a model.
 *
 * @param type empty where no column does
 * @param reason why not; empty where there is a column
 */
@Internal
public record InferredColumn(Port port, Optional<DataType> type, String reason) {
  static InferredColumn of(Port port, DataType type) {
    return new InferredColumn(port, Optional.of(type), "");
  }

  static InferredColumn none(Port port, String reason) {
    return new InferredColumn(port, Optional.empty(), reason);
  }

  public String name() {
    return port.name();
  }

  /** As a statement declares it; where there is no column, the reason as a comment. */
  public String declaration() {
    String name = EncodingUtils.escapeIdentifier(port.name());
    return type.map(known -> name + " " + known.getLogicalType().asSummaryString())
        .orElseGet(
            () -> "/* no column for " + name + " " + port.type() + ", which " + reason + " */");
  }
}
