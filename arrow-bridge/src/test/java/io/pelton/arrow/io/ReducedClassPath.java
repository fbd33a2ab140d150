package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Reads and writes files in a class loader that lacks a library; says in a word how it went. */
public final class ReducedClassPath {
  private ReducedClassPath() {}

  public static String read(String file, String compression) {
    try (ArrowAllocator allocator = ArrowAllocator.open("reduced");
        IpcFileReader reader = IpcFileReader.open(Path.of(file), allocator);
        ArrowBatch batch = reader.next()) {
      return "read " + batch.rows() + " row";
    } catch (ArrowBridgeException clear) {
      return clear.toString();
    }
  }

  public static String write(String file, String compression) {
    try (ArrowAllocator allocator = ArrowAllocator.open("reduced")) {
      IntVector numbers = new IntVector("numbers", allocator.arrow());
      numbers.setSafe(0, 1);
      numbers.setValueCount(1);
      try (ArrowBatch batch = ArrowBatch.of(new VectorSchemaRoot(List.of(numbers)));
          IpcFileWriter writer =
              IpcFileWriter.create(
                  Path.of(file), batch.schema(), Compression.valueOf(compression), allocator)) {
        writer.write(batch);
        writer.finish();
        return "wrote " + writer.rows() + " row";
      }
    } catch (ArrowBridgeException clear) {
      return clear.toString();
    }
  }
}
