package io.pelton.flink.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The files that were found, kept as 24 bytes each however long their names are. Thread-safe. */
final class SeenFiles {
  /** Half of the SHA-256 of a file's name. */
  private record Digest(long high, long low) {
    static Digest of(String uri) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(uri.getBytes(StandardCharsets.UTF_8)));
        return new Digest(hash.getLong(), hash.getLong());
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("every Java platform has SHA-256", missing);
      }
    }
  }

  private final Map<Digest, Long> lengths = new ConcurrentHashMap<>();

  /**
   * Notes a file.
   *
   * @return whether it is new
   */
  boolean add(SourceFile file) {
    return lengths.putIfAbsent(Digest.of(file.uri()), file.length()) == null;
  }

  /** The length that a file had when it was found; empty for one that wasn't. */
  OptionalLong length(String uri) {
    Long length = lengths.get(Digest.of(uri));
    return length == null ? OptionalLong.empty() : OptionalLong.of(length);
  }

  int count() {
    return lengths.size();
  }

  SeenFiles copy() {
    SeenFiles copy = new SeenFiles();
    copy.lengths.putAll(lengths);
    return copy;
  }

  void write(DataOutputView out) throws IOException {
    out.writeInt(lengths.size());
    for (Map.Entry<Digest, Long> entry : lengths.entrySet()) {
      out.writeLong(entry.getKey().high());
      out.writeLong(entry.getKey().low());
      out.writeLong(entry.getValue());
    }
  }

  static SeenFiles read(DataInputView in) throws IOException {
    SeenFiles seen = new SeenFiles();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      seen.lengths.put(new Digest(in.readLong(), in.readLong()), in.readLong());
    }
    return seen;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeenFiles seen && lengths.equals(seen.lengths);
  }

  @Override
  public int hashCode() {
    return lengths.hashCode();
  }
}
