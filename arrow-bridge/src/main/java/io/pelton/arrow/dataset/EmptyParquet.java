package io.pelton.arrow.dataset;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A Parquet file without rows, which Arrow's natives do not write: the footer of a file with rows,
 * less its row groups. A footer is FileMetaData in Thrift's compact protocol
 * (apache/parquet-format, parquet.thrift).
 */
final class EmptyParquet {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TRAILER = 8;
  private static final int NUMBER_OF_ROWS = 3;
  private static final int ROW_GROUPS = 4;
  private static final int EMPTY_LIST_OF_STRUCTS = CompactThrift.STRUCT;

  private EmptyParquet() {}

  /**
   * @param file of any rows, as Arrow wrote it
   */
  static byte[] of(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int length = in.getInt(file.length - TRAILER);
    byte[] footer = withoutRows(in.slice(file.length - TRAILER - length, length));
    ByteBuffer out =
        ByteBuffer.allocate(MAGIC.length + footer.length + TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    return out.put(MAGIC).put(footer).putInt(footer.length).put(MAGIC).array();
  }

  private static byte[] withoutRows(ByteBuffer footer) {
    CompactThrift in = new CompactThrift(footer);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int id = 0;
    int type;
    int start = 0;
    while ((type = in.field(id)) != CompactThrift.STOP) {
      id = in.id();
      int body = footer.position();
      in.skip(type);
      int end = footer.position();
      if (id == NUMBER_OF_ROWS || id == ROW_GROUPS) {
        out.write(footer.array(), footer.arrayOffset() + start, body - start);
        out.write(id == ROW_GROUPS ? EMPTY_LIST_OF_STRUCTS : 0);
      } else {
        out.write(footer.array(), footer.arrayOffset() + start, end - start);
      }
      start = end;
    }
    out.write(CompactThrift.STOP);
    return out.toByteArray();
  }
}
