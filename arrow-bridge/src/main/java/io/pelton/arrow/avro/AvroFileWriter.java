package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.arrow.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches of one schema as an Avro container file, in blocks of about 64 KiB, across the
 * bounds of batches. One thread at a time.
 */
public final class AvroFileWriter implements BatchWriter {
  private static final int BLOCK_BYTES = 1 << 16;

  /** Rows may take no bytes. */
  private static final int BLOCK_ROWS = 1 << 16;

  private final OutputFile file;
  private final Schema schema;
  private final org.apache.avro.Schema avro;
  private final AvroCodec codec;
  private final byte[] sync;
  private final AvroOutput block = new AvroOutput();
  private int blockRows;
  private long rows;
  private boolean finished;
  private boolean closed;

  private AvroFileWriter(
      OutputFile file, Schema schema, org.apache.avro.Schema avro, AvroCodec codec) {
    this.file = file;
    this.schema = schema;
    this.avro = avro;
    this.codec = codec;
    UUID random = UUID.randomUUID();
    this.sync =
        ByteBuffer.allocate(ContainerSource.SYNC_BYTES)
            .putLong(random.getMostSignificantBits())
            .putLong(random.getLeastSignificantBits())
            .array();
  }

  /**
   * @param file replaced when it exists
   * @param schema the logical schema of the batches, as {@link ArrowBatch#schema} has it
   * @throws io.pelton.arrow.UnsupportedAvroSchema for a column that Avro has no type for
   * @throws UnsupportedArrowFile where the codec's library is not there
   * @throws ArrowFileFailure where the file can't be written
   */
  public static AvroFileWriter create(Path file, Schema schema, AvroCodec codec) {
    return create(file, schema, AvroSchemas.toAvro(schema), codec);
  }

  /**
   * @param avro the schema that the file gets; a batch that can't be written so is refused
   */
  public static AvroFileWriter create(
      Path file, Schema schema, org.apache.avro.Schema avro, AvroCodec codec) {
    codec.checkPresent(file.toString());
    return new AvroFileWriter(OutputFile.create(file), schema, avro, codec).start();
  }

  /**
   * Writes to a channel, which is closed with the writer. What was written before a failure stays.
   *
   * @param name for messages
   */
  public static AvroFileWriter to(
      WritableByteChannel channel,
      String name,
      Schema schema,
      org.apache.avro.Schema avro,
      AvroCodec codec) {
    codec.checkPresent(name);
    return new AvroFileWriter(OutputFile.of(name, channel), schema, avro, codec).start();
  }

  private AvroFileWriter start() {
    try {
      AvroOutput header = new AvroOutput();
      header.write(ContainerHeader.MAGIC);
      header.writeLong(2);
      writeField(header, ContainerHeader.SCHEMA, avro.toString());
      writeField(header, ContainerHeader.CODEC, codec.header());
      header.writeLong(0);
      header.write(sync);
      file.attempt(() -> write(header.array(), header.size()));
      return this;
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, this);
      throw failure;
    }
  }

  private static void writeField(AvroOutput header, String key, String value) {
    for (String text : new String[] {key, value}) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      header.writeLong(utf8.length);
      header.write(utf8);
    }
  }

  /**
   * Writes a batch, which stays the caller's. Where a row of it can't be written, the rows before
   * are in the file.
   *
   * @throws UnsupportedArrowFile for a batch of another schema
   * @throws io.pelton.arrow.UnsupportedAvroSchema where its columns can't be written as the file's
   *     schema
   * @throws io.pelton.arrow.ArrowBridgeException for a value that does not fit, naming column and
   *     row
   * @throws ArrowFileFailure where writing fails; nothing can follow then
   */
  @Override
  public void write(ArrowBatch batch) {
    checkOpen();
    if (!batch.schema().getFields().equals(schema.getFields())) {
      throw new UnsupportedArrowFile(
          file.name(),
          "a batch of " + batch.schema().getFields() + " after " + schema.getFields(),
          "write batches of one schema to one file");
    }
    Encode encode = EncoderCompiler.compile(avro, batch);
    for (int row = 0; row < batch.rows(); row++) {
      int before = block.size();
      try {
        encode.write(row, block);
      } catch (RuntimeException failure) {
        block.truncate(before);
        throw failure;
      }
      blockRows++;
      rows++;
      if (block.size() >= BLOCK_BYTES || blockRows == BLOCK_ROWS) {
        writeBlock();
      }
    }
  }

  private void writeBlock() {
    file.attempt(
        () -> {
          byte[] data = codec.compress(block.array(), block.size());
          AvroOutput head = new AvroOutput();
          head.writeLong(blockRows);
          head.writeLong(data.length);
          write(head.array(), head.size());
          write(data, data.length);
          write(sync, sync.length);
        });
    block.truncate(0);
    blockRows = 0;
  }

  private void write(byte[] bytes, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
    while (buffer.hasRemaining()) {
      file.channel().write(buffer);
    }
  }

  /** The schema that the file has. */
  public org.apache.avro.Schema avroSchema() {
    return avro;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void finish() {
    checkOpen();
    if (blockRows > 0) {
      writeBlock();
    }
    finished = true;
    file.publish();
  }

  private void checkOpen() {
    if (closed || finished || file.broken()) {
      String state = closed ? "closed" : finished ? "finished" : "broken by an earlier failure";
      throw new IllegalStateException("the writer of '" + file.name() + "' is " + state);
    }
  }

  @Override
  public void close() {
    closed = true;
    file.close();
  }
}
