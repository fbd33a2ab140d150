package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcStreamWriter;
import io.pelton.flink.Batches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.testframe.external.ExternalSystemSplitDataWriter;
import org.apache.flink.connector.testframe.external.source.DataStreamSourceExternalContext;
import org.apache.flink.connector.testframe.external.source.TestingSourceSettings;
import org.apache.flink.util.FileUtils;

/**
 * A folder of Arrow streams, whose batches have one row each, for Flink's suite of tests. The suite
 * wants the order of a file kept, which readers that share one don't.
 */
final class ArrowFolderContext implements DataStreamSourceExternalContext<String> {
  private static final int BATCHES = 40;

  private final Path folder;

  ArrowFolderContext() {
    try {
      folder = Files.createTempDirectory("arrow-source");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public Source<String, ?, ?> createSource(TestingSourceSettings settings) {
    ArrowSource source = ArrowSource.of(folder.toString());
    return new BatchTexts(
        settings.getBoundedness() == Boundedness.BOUNDED
            ? source
            : source.monitorEvery(Duration.ofMillis(20)));
  }

  @Override
  public List<String> generateTestData(TestingSourceSettings settings, int split, long seed) {
    return IntStream.range(0, BATCHES).mapToObj(i -> "[+I[" + i + ".0, " + seed + "]]").toList();
  }

  @Override
  public ExternalSystemSplitDataWriter<String> createSourceSplitDataWriter(
      TestingSourceSettings settings) {
    return new ExternalSystemSplitDataWriter<>() {
      @Override
      public void writeRecords(List<String> records) {
        write(records);
      }

      @Override
      public void close() {}
    };
  }

  private void write(List<String> records) {
    String name = UUID.randomUUID() + ".arrows";
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcStreamWriter writer =
            IpcStreamWriter.create(
                folder.resolve(name), Batches.AMOUNTS, Compression.NONE, allocator)) {
      for (String record : records) {
        String[] cells = record.substring(4, record.length() - 2).split(", ", -1);
        try (ArrowBatch batch =
            Batches.amounts(
                allocator, new Float[] {Float.valueOf(cells[0])}, new String[] {cells[1]})) {
          writer.write(batch);
        }
      }
      writer.finish();
    }
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
