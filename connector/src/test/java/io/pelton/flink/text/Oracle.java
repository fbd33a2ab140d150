package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Hugging Face's own library beside the tokenizers here, from the same {@code tokenizer.json}. One
 * thread at a time.
 */
final class Oracle implements AutoCloseable {
  static {
    System.setProperty("DJL_CACHE_DIR", Path.of("target", "djl").toAbsolutePath().toString());
    System.setProperty("DJL_OFFLINE", "true");
    LibUtils.checkStatus();
  }

  private final ObjectNode file;
  private final Tokenizer ours;
  private final Map<Integer, Long> handles = new HashMap<>();

  private Oracle(byte[] json) {
    this.file = (ObjectNode) TokenizerFile.parse(json);
    this.ours = TokenizerFile.read(json);
  }

  static Oracle of(byte[] json) {
    return new Oracle(json);
  }

  static Oracle of(String json) {
    return of(json.getBytes(StandardCharsets.UTF_8));
  }

  /** What is compared with the library. */
  Tokenizer ours() {
    return ours;
  }

  /**
   * Both give the same ids and types for every text, which must be valid Unicode: the library's
   * binding mangles other texts before the library sees them.
   */
  void agrees(Iterable<String> texts, int... maxLengths) {
    for (int maxLength : maxLengths) {
      for (String text : texts) {
        Tokens expected = theirs(text, maxLength);
        Tokens found = ours.encode(text, maxLength);
        if (!Arrays.equals(expected.ids(), found.ids())
            || !Arrays.equals(expected.types(), found.types())) {
          assertThat(describe(found)).as(place(text, maxLength)).isEqualTo(describe(expected));
        }
      }
    }
  }

  /** The library's tokens. */
  Tokens theirs(String text, int maxLength) {
    TokenizersLibrary library = TokenizersLibrary.LIB;
    long handle = handles.computeIfAbsent(maxLength, this::open);
    long encoding = library.encode(handle, text, true);
    try {
      return new Tokens(library.getTokenIds(encoding), library.getTypeIds(encoding));
    } finally {
      library.deleteEncoding(encoding);
    }
  }

  /** The library's tokenizer of the file, cut at a length and not padded. */
  private long open(int maxLength) {
    ObjectNode copy = file.deepCopy();
    if (copy.get("truncation") instanceof ObjectNode truncation) {
      truncation.put("max_length", maxLength).put("stride", 0);
    } else {
      copy.putObject("truncation")
          .put("direction", "Right")
          .put("max_length", maxLength)
          .put("strategy", "LongestFirst")
          .put("stride", 0);
    }
    copy.putNull("padding");
    return TokenizersLibrary.LIB.createTokenizerFromString(copy.toString());
  }

  private static String place(String text, int maxLength) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .limit(300)
        .forEach(
            c -> {
              if (c >= ' ' && c < 127) {
                escaped.append((char) c);
              } else {
                escaped.append("\\u{").append(Integer.toHexString(c)).append('}');
              }
            });
    return "\"" + escaped + "\" of " + text.length() + " characters, at most " + maxLength;
  }

  private static List<String> describe(Tokens tokens) {
    return List.of(
        "ids " + Arrays.toString(tokens.ids()), "types " + Arrays.toString(tokens.types()));
  }

  @Override
  public void close() {
    handles.values().forEach(TokenizersLibrary.LIB::deleteTokenizer);
    handles.clear();
  }
}
