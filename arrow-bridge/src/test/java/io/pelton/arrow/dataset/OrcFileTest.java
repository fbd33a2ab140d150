package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnknownColumn;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/**
 * An ORC file that ORC's own writer (1.9.4, ZLIB) made of 3,000 rows: id counts from 0; x is id /
 * 8, null where id % 7 is 3; name is "name " and id * 31 % 257; flag says whether id % 3 is 0; day
 * is id - 1,000 days after 1970; tags are id % 3 numbers from id on.
 */
class OrcFileTest extends AllocatorTestBase {
  static Path file() throws URISyntaxException {
    return Path.of(OrcFileTest.class.getResource("/orc/rows.orc").toURI());
  }

  private static DatasetReader.Options scan() throws URISyntaxException {
    return DatasetReader.of(file(), DatasetFormat.ofName(file().toString()));
  }

  @Test
  void allRowsHaveTheirValues() throws URISyntaxException {
    int id = 0;
    try (DatasetReader reader = scan().batchRows(700).open(allocator)) {
      assertThat(reader.totalRows()).hasValue(3000);
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          assertThat(batch.rows()).isLessThanOrEqualTo(700);
          for (int row = 0; row < batch.rows(); row++, id++) {
            assertThat(batch.vector("id").getObject(row)).isEqualTo((long) id);
            assertThat(batch.vector("x").getObject(row)).isEqualTo(id % 7 == 3 ? null : id / 8.0);
            assertThat(batch.vector("name").getObject(row)).hasToString("name " + id * 31 % 257);
            assertThat(batch.vector("flag").getObject(row)).isEqualTo(id % 3 == 0);
            assertThat(batch.vector("day").getObject(row))
                .isEqualTo((int) LocalDate.ofEpochDay(id - 1000).toEpochDay());
            assertThat(batch.vector("tags").getObject(row)).isEqualTo(tags(id));
          }
        }
      }
    }
    assertThat(id).isEqualTo(3000);
  }

  private static List<Integer> tags(int id) {
    List<Integer> tags = new ArrayList<>();
    for (int i = 0; i < id % 3; i++) {
      tags.add(id + i);
    }
    return tags;
  }

  @Test
  void columnsAndLimitArePushedDown() throws URISyntaxException {
    try (DatasetReader reader =
        scan().columns(List.of("name", "id")).batchRows(100).limit(150).open(allocator)) {
      assertThat(reader.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("name", "id");
      reader.skip(1);
      try (ArrowBatch batch = reader.next()) {
        assertThat(batch.rows()).isEqualTo(50);
        assertThat(batch.vector("id").getObject(49)).isEqualTo(149L);
      }
      assertThat(reader.hasNext()).isFalse();
    }
    assertThatThrownBy(() -> scan().columns(List.of("names")).open(allocator))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("[id, x, name, flag, day, tags]");
  }
}
