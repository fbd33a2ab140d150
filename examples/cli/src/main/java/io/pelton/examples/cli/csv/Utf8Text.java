package io.pelton.examples.cli.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text of a UTF-8 stream without its byte order mark. Gives all that comes before a malformed byte,
 * and then an exception that names it; and no more characters than allowed between two calls of
 * {@link #startRow}, lest a quote that is never closed fills the memory.
 */
final class Utf8Text extends Reader {
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int longestRow;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final CharBuffer pair = CharBuffer.allocate(2).flip();
  private long bufferAt;
  private boolean atStart = true;
  private boolean atEnd;
  private long row;

  /**
   * @param longestRow most characters in a row
   */
  Utf8Text(InputStream in, int longestRow) {
    this.in = in;
    this.longestRow = longestRow;
  }

  /** More characters in a row than allowed. */
  static final class RowTooLong extends IOException {
    private static final long serialVersionUID = 1L;

    RowTooLong(int longest) {
      super(
          String.format(
              "a row of more than %,d characters; look for a quote that is not closed", longest));
    }
  }

  /** Bytes that are not UTF-8. */
  static final class NotUtf8 extends IOException {
    private static final long serialVersionUID = 1L;

    NotUtf8(int value, long offset) {
      super(
          String.format(
              "expected UTF-8, found the byte 0x%02X at byte %d; convert the file to UTF-8",
              value, offset));
    }
  }

  void startRow() {
    row = 0;
  }

  @Override
  public int read(char[] buffer, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (atStart) {
      skipMark();
    }
    int given = pair.hasRemaining() ? 1 : decode(CharBuffer.wrap(buffer, from, count));
    if (pair.hasRemaining()) {
      buffer[from] = pair.get();
    }
    if (given > 0) {
      row += given;
      if (row > longestRow) {
        throw new RowTooLong(longestRow);
      }
    }
    return given;
  }

  private void skipMark() throws IOException {
    atStart = false;
    while (bytes.remaining() < 3 && !atEnd) {
      fill();
    }
    if (bytes.remaining() >= 3
        && bytes.get(0) == (byte) 0xEF
        && bytes.get(1) == (byte) 0xBB
        && bytes.get(2) == (byte) 0xBF) {
      bytes.position(3);
    }
  }

  /** Characters decoded, or -1 at the end; one where a pair was decoded that does not fit. */
  private int decode(CharBuffer out) throws IOException {
    int start = out.position();
    while (true) {
      CoderResult result = decoder.decode(bytes, out, atEnd);
      if (out.position() > start) {
        return out.position() - start;
      }
      if (result.isError()) {
        throw new NotUtf8(
            Byte.toUnsignedInt(bytes.get(bytes.position())), bufferAt + bytes.position());
      }
      if (result.isOverflow()) {
        pair.clear();
        decoder.decode(bytes, pair, atEnd);
        pair.flip();
        return 1;
      }
      if (atEnd) {
        return -1;
      }
      fill();
    }
  }

  private void fill() throws IOException {
    bufferAt += bytes.position();
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    atEnd = count < 0;
    bytes.position(bytes.position() + Math.max(count, 0)).flip();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
