package io.pelton.flink.source;

import io.pelton.flink.error.InvalidSetting;
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
 * @param filter a Substrait expression; null for all rows
 * @param rows at most
 * @param memoryLimit bytes of a reader
 * @param interval between two looks at the folders; null to look once
 */
record ReadSpec(
    List<String> uris,
    String names,
    FileFormat format,
    List<String> columns,
    byte[] filter,
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

  /**
   * How a file of a format is read.
   *
   * @param file for the message
   * @throws InvalidSetting where there is a filter and files of this format don't take one
   */
  BatchFormat batches(FileFormat format, String file) {
    checkFilter(format, "'" + file + "', of " + format);
    return format.batches(filter);
  }

  private void checkFilter(FileFormat all, String found) {
    if (filter != null && all != null && !all.takesFilters()) {
      throw new InvalidSetting(
          "filter",
          "files of PARQUET or ORC, which take it",
          found,
          "leave it out and filter the batches that were read, by ArrowBatch.select(…) or as rows");
    }
  }

  private ReadSpec checked() {
    checkFilter(format, "withFormat(" + format + ")");
    return this;
  }

  ReadSpec withNames(String glob) {
    return new ReadSpec(uris, glob, format, columns, filter, rows, memoryLimit, interval);
  }

  ReadSpec withFormat(FileFormat all) {
    return new ReadSpec(uris, names, all, columns, filter, rows, memoryLimit, interval).checked();
  }

  ReadSpec withColumns(List<String> chosen) {
    return new ReadSpec(uris, names, format, chosen, filter, rows, memoryLimit, interval);
  }

  ReadSpec withFilter(byte[] substrait) {
    return new ReadSpec(uris, names, format, columns, substrait, rows, memoryLimit, interval)
        .checked();
  }

  ReadSpec withRows(long most) {
    return new ReadSpec(uris, names, format, columns, filter, most, memoryLimit, interval);
  }

  ReadSpec withMemoryLimit(long bytes) {
    return new ReadSpec(uris, names, format, columns, filter, rows, bytes, interval);
  }

  ReadSpec withInterval(Duration between) {
    return new ReadSpec(uris, names, format, columns, filter, rows, memoryLimit, between);
  }
}
