package io.pelton.examples.cli.score;

import io.pelton.arrow.UnknownColumn;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns that the output has beside the model's own.
 *
 * @param listed their names in the order of the output; null for all
 */
record KeptColumns(List<String> listed) {
  static KeptColumns all() {
    return new KeptColumns(null);
  }

  /**
   * The positions of the columns among those of the file.
   *
   * @throws UnknownColumn for one that the file lacks
   */
  int[] positions(List<String> names) {
    if (listed == null) {
      return IntStream.range(0, names.size()).toArray();
    }
    return listed.stream()
        .mapToInt(
            name -> {
              int position = names.indexOf(name);
              if (position < 0) {
                throw new UnknownColumn(name, "--keep", names);
              }
              return position;
            })
        .toArray();
  }

  static List<String> names(Schema schema) {
    return schema.getFields().stream().map(Field::getName).toList();
  }
}
