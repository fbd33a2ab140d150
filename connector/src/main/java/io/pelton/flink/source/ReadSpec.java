package io.pelton.flink.source;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/**
 * What a source reads, and how.
 *
 * @param uris files and folders
 * @param names glob of the names of files in folders; null for all
 * @param format null to look at each file's first bytes
 * @param columns empty for all
 * @param rows at most
 * @param memoryLimit bytes of a reader
 * @param interval between two looks at the folders; null to look once
 */
record ReadSpec(
    List<String> uris,
    String names,
    FileFormat format,
    List<String> columns,
    long rows,
    long memoryLimit,
    Duration interval)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  boolean isContinuous() {
    return interval != null;
  }

  FileFormat format(SourceFile file) {
    return format == null ? FileFormat.of(file) : format;
  }

  ReadSpec withNames(String glob) {
    return new ReadSpec(uris, glob, format, columns, rows, memoryLimit, interval);
  }

  ReadSpec withFormat(FileFormat all) {
    return new ReadSpec(uris, names, all, columns, rows, memoryLimit, interval);
  }

  ReadSpec withColumns(List<String> chosen) {
    return new ReadSpec(uris, names, format, chosen, rows, memoryLimit, interval);
  }

  ReadSpec withRows(long most) {
    return new ReadSpec(uris, names, format, columns, most, memoryLimit, interval);
  }

  ReadSpec withMemoryLimit(long bytes) {
    return new ReadSpec(uris, names, format, columns, rows, bytes, interval);
  }

  ReadSpec withInterval(Duration between) {
    return new ReadSpec(uris, names, format, columns, rows, memoryLimit, between);
  }
}
