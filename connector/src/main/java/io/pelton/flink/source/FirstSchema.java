package io.pelton.flink.source;

import io.pelton.flink.error.SchemaMismatch;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * What all files of a source have to look like.
 *
 * @param file whose schema it is
 * @param schema of the columns that are read
 */
record FirstSchema(String file, Schema schema) {
  /**
   * Names, types, encodings and nullability have to agree, except that a column may lack the nulls
   * that it has in the first file. Metadata and the numbers of dictionaries don't matter.
   *
   * @throws SchemaMismatch that tells the first difference
   */
  void check(String other, Schema found) {
    String difference = difference("", schema.getFields(), found.getFields());
    if (difference != null) {
      throw new SchemaMismatch(other, file, difference);
    }
  }

  private static String difference(String parent, List<Field> expected, List<Field> found) {
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      if (i == found.size()) {
        return "it lacks column " + describe(parent, expected.get(i));
      }
      if (i == expected.size()) {
        return "it has one more column, " + describe(parent, found.get(i));
      }
      Field left = expected.get(i);
      Field right = found.get(i);
      if (!isAlike(left, right)) {
        return "column "
            + (i + 1)
            + " is "
            + describe(parent, right)
            + ", in the first file it is "
            + describe(parent, left);
      }
      String inside =
          difference(parent + left.getName() + ".", left.getChildren(), right.getChildren());
      if (inside != null) {
        return inside;
      }
    }
    return null;
  }

  private static boolean isAlike(Field expected, Field found) {
    return expected.getName().equals(found.getName())
        && expected.getType().equals(found.getType())
        && (expected.isNullable() || !found.isNullable())
        && isAlike(expected.getDictionary(), found.getDictionary());
  }

  private static boolean isAlike(DictionaryEncoding expected, DictionaryEncoding found) {
    return (expected == null) == (found == null)
        && (expected == null
            || (expected.isOrdered() == found.isOrdered()
                && Objects.equals(expected.getIndexType(), found.getIndexType())));
  }

  private static String describe(String parent, Field field) {
    DictionaryEncoding encoding = field.getDictionary();
    return "'"
        + parent
        + field.getName()
        + "' of "
        + field.getType()
        + (encoding == null ? "" : " encoded as " + encoding.getIndexType())
        + (field.isNullable() ? "" : " not null");
  }
}
