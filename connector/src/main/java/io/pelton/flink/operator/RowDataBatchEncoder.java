package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.UnwritableValue;
import io.pelton.flink.rowdata.RowDataVectors;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.types.logical.RowType;

/** Fields of table rows as columns of their own types, which are bound to the model's inputs. */
final class RowDataBatchEncoder implements RecordEncoder<RowData> {
  private final int arity;
  private final ProjectedRowData chosen;
  private final RowDataVectors vectors;

  /**
   * @param paths of the fields that the model needs
   */
  RowDataBatchEncoder(ArrowAllocator allocator, RowType type, List<String> paths) {
    List<String> names = type.getFieldNames();
    int[] positions =
        IntStream.range(0, names.size())
            .filter(i -> paths.stream().anyMatch(path -> leads(names.get(i), path)))
            .toArray();
    this.arity = type.getFieldCount();
    this.chosen = ProjectedRowData.from(positions);
    // what is declared without nulls may hold some, which the model's null policies deal with
    List<RowType.RowField> fields =
        IntStream.of(positions)
            .mapToObj(i -> new RowType.RowField(names.get(i), type.getTypeAt(i).copy(true)))
            .toList();
    this.vectors = new RowDataVectors(new RowType(fields), Set.of(), allocator);
  }

  private static boolean leads(String name, String path) {
    return path.equals(name) || path.startsWith(name + ".");
  }

  @Override
  public Schema schema() {
    return vectors.schema();
  }

  @Override
  public int rows() {
    return vectors.rows();
  }

  @Override
  public long bytes() {
    return vectors.bytes();
  }

  @Override
  public void trim() {
    if (rows() == 0) {
      vectors.take().close();
    }
  }

  @Override
  public RowFailure add(RowData row) {
    String contradiction = RowDataEncoding.arity(row, arity);
    if (contradiction != null) {
      return new RowFailure(RowFailure.UNKNOWN, "", contradiction, null);
    }
    try {
      vectors.add(chosen.replaceRow(row));
      return null;
    } catch (UnwritableValue e) {
      return RowFailure.encoding(e);
    } catch (ClassCastException e) {
      return RowFailure.misfit("", e);
    } catch (AllocationLimitExceeded e) {
      return RowFailure.memory(e);
    }
  }

  @Override
  public boolean isMisfit(RowFailure failure) {
    return RowFailure.isMisfit(failure);
  }

  @Override
  public ArrowBatch finish() {
    return vectors.take();
  }

  @Override
  public void close() {
    vectors.close();
  }
}
