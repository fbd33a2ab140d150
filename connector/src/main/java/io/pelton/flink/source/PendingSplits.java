package io.pelton.flink.source;

import java.util.List;
import org.apache.flink.annotation.PublicEvolving;

/**
 * What a checkpoint keeps of the enumerator.
 *
 * @param discovered whether the files were looked at
 * @param splits that no reader has
 */
@PublicEvolving
public record PendingSplits(boolean discovered, List<ArrowSplit> splits) {
  public PendingSplits {
    splits = List.copyOf(splits);
  }
}
