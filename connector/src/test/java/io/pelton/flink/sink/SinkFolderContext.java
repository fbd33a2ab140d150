package io.pelton.flink.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.testframe.external.ExternalSystemDataReader;
import org.apache.flink.connector.testframe.external.sink.DataStreamSinkV2ExternalContext;
import org.apache.flink.connector.testframe.external.sink.TestingSinkSettings;
import org.apache.flink.util.FileUtils;

/** A folder that a sink writes to, for Flink's suite of tests. */
final class SinkFolderContext implements DataStreamSinkV2ExternalContext<String> {
  private static final int ELEMENTS = 40;

  private final Path folder;

  SinkFolderContext() {
    try {
      folder = Files.createTempDirectory("arrow-sink");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public Sink<String> createSink(TestingSinkSettings settings) {
    return new BatchOfText(ArrowSink.batches(folder.toString()).rollAfterRows(7));
  }

  @Override
  public ExternalSystemDataReader<String> createSinkDataReader(TestingSinkSettings settings) {
    WrittenFolder written = new WrittenFolder(folder);
    Set<Path> read = new HashSet<>();
    return new ExternalSystemDataReader<>() {
      @Override
      public List<String> poll(Duration timeout) {
        List<String> rows = new ArrayList<>();
        try {
          for (Path file : written.files()) {
            if (read.add(file)) {
              WrittenFolder.rows(file).forEach(row -> rows.add((String) row.getField(1)));
            }
          }
          if (rows.isEmpty()) {
            Thread.sleep(Math.min(20, timeout.toMillis()));
          }
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
        return rows;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public List<String> generateTestData(TestingSinkSettings settings, long seed) {
    return IntStream.range(0, ELEMENTS).mapToObj(i -> seed + "-" + i).toList();
  }

  @Override
  public TypeInformation<String> getProducedType() {
    return Types.STRING;
  }

  @Override
  public List<URL> getConnectorJarPaths() {
    return List.of();
  }

  @Override
  public void close() throws IOException {
    FileUtils.deleteDirectory(folder.toFile());
  }
}
