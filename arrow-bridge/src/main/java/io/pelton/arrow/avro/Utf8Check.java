package io.pelton.arrow.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Whether bytes are a string. */
final class Utf8Check {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8Check() {}

  static boolean isValid(byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    while (at <= end - 8 && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
      at += 8;
    }
    while (at < end && bytes[at] >= 0) {
      at++;
    }
    return at == end || isValidBeyondAscii(bytes, at, end - at);
  }

  private static boolean isValidBeyondAscii(byte[] bytes, int from, int count) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, count));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
