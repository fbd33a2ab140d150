package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.types.pojo.Schema;

/** What files and streams have in common: schema, dictionaries and batches, one after the other. */
abstract class IpcWriter implements BatchWriter {
  private final OutputFile file;
  private final Schema schema;
  private final MessageWriter messages;
  private final WrittenDictionaries dictionaries;
  private final List<ArrowBlock> blocks = new ArrayList<>();
  private long rows;
  private boolean finished;
  private boolean closed;

  /**
   * @param replaceable whether a later dictionary may replace an earlier one
   */
  IpcWriter(
      OutputFile file,
      String kind,
      Schema schema,
      Compression compression,
      ArrowAllocator allocator,
      boolean replaceable) {
    this.file = file;
    this.schema = schema;
    Origin origin = new Origin(file.name(), kind);
    this.messages = new MessageWriter(origin, file.channel(), compression, allocator.arrow());
    this.dictionaries = new WrittenDictionaries(origin, schema, replaceable);
  }

  /** Writes what stands before the schema's message. */
  abstract void begin(MessageWriter out) throws IOException;

  /** Writes what follows the end mark. */
  abstract void end(
      MessageWriter out, Schema schema, List<ArrowBlock> dictionaries, List<ArrowBlock> batches)
      throws IOException;

  /** Begins; closes the writer where that fails. */
  final void start() {
    try {
      file.attempt(
          () -> {
            begin(messages);
            messages.write(MessageWriter.header(schema));
          });
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, this);
      throw failure;
    }
  }

  /**
   * Writes a batch, which stays the caller's.
   *
   * @throws UnsupportedArrowFile for a batch of another schema, or with dictionaries that can't
   *     follow those of the batches before
   * @throws io.pelton.arrow.ArrowFileFailure where writing fails; nothing can follow then
   */
  @Override
  public final void write(ArrowBatch batch) {
    append(batch, true);
  }

  /**
   * @param withDictionaries whether those that are new are written before it
   */
  final void append(ArrowBatch batch, boolean withDictionaries) {
    checkOpen();
    if (!batch.schema().getFields().equals(schema.getFields())) {
      throw new UnsupportedArrowFile(
          file.name(),
          "a batch of " + batch.schema().getFields() + " after " + schema.getFields(),
          "write batches of one schema to one file");
    }
    file.attempt(
        () -> {
          if (withDictionaries) {
            dictionaries.write(batch, messages);
          }
          blocks.add(messages.write(batch));
        });
    rows += batch.rows();
  }

  @Override
  public final long rows() {
    return rows;
  }

  /** Batches written so far. */
  public final int batches() {
    return blocks.size();
  }

  /** Writes dictionaries after the batches that refer to them. */
  final void append(DictionaryProvider late) {
    checkOpen();
    file.attempt(() -> dictionaries.write(late, messages));
  }

  @Override
  public final void finish() {
    checkOpen();
    file.attempt(
        () -> {
          messages.end();
          end(messages, schema, dictionaries.blocks(), blocks);
        });
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
  public final void close() {
    if (!closed) {
      closed = true;
      dictionaries.close();
      file.close();
    }
  }
}
