package io.pelton.flink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.Row;

/** A record of {@link RecordModels#profile}, in every form that a stream may have. */
public record Profile(
    float age, long visits, boolean member, String city, float[] weights, String[] tags) {
  private static final String[] NAMES = {"age", "visits", "member", "city", "weights", "tags"};

  public static final RowTypeInfo ROWS =
      (RowTypeInfo)
          Types.ROW_NAMED(
              NAMES,
              Types.FLOAT,
              Types.LONG,
              Types.BOOLEAN,
              Types.STRING,
              Types.PRIMITIVE_ARRAY(Types.FLOAT),
              Types.OBJECT_ARRAY(Types.STRING));

  public static final RowType TABLE =
      RowType.of(
          new LogicalType[] {
            new FloatType(),
            new BigIntType(),
            new BooleanType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new ArrayType(new FloatType()),
            new ArrayType(new VarCharType(VarCharType.MAX_LENGTH))
          },
          NAMES);

  /** Random ones, some of whose floats are NaN, infinite, or hardly above nothing. */
  public static List<Profile> some(int count, long seed) {
    Random random = new Random(seed);
    List<Profile> profiles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      profiles.add(
          new Profile(
              number(random),
              random.nextLong() >> random.nextInt(64),
              random.nextBoolean(),
              random.nextBoolean() ? "Zürich " + i : "",
              new float[] {number(random), number(random), number(random)},
              new String[] {"" + random.nextInt(), "" + random.nextFloat()}));
    }
    return profiles;
  }

  private static float number(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> Float.NaN;
      case 1 -> Float.NEGATIVE_INFINITY;
      case 2 -> Float.MIN_VALUE;
      case 3 -> -0f;
      default -> (float) (random.nextGaussian() * Math.exp(random.nextInt(40) - 20));
    };
  }

  public Row row() {
    return Row.of(age, visits, member, city, weights, tags);
  }

  public RowData table() {
    return GenericRowData.of(
        age,
        visits,
        member,
        StringData.fromString(city),
        new GenericArrayData(weights),
        new GenericArrayData(
            Arrays.stream(tags).map(StringData::fromString).toArray(StringData[]::new)));
  }
}
