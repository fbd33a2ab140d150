package io.pelton.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tokenizers of a few words, as files. */
public final class TokenizerFiles {
  /** What is put in front of each text. */
  public static final int FIRST = 1;

  /** What is put behind each text. */
  public static final int LAST = 2;

  /** What stands for any other word. */
  public static final int UNKNOWN = 3;

  private static final int WORDS_FROM = 4;

  private TokenizerFiles() {}

  /** The id of the word {@code w<number>}. */
  public static int id(int number) {
    return WORDS_FROM + number;
  }

  /** The words {@code w0} to {@code w189}, between spaces; padding is 0. */
  public static Path words(Path folder) {
    String words =
        IntStream.range(0, TokenModels.VOCABULARY - WORDS_FROM)
            .mapToObj(number -> "\"w" + number + "\": " + id(number))
            .collect(Collectors.joining(", "));
    String json =
        """
        {
          "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
          "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"},
          "post_processor": {
            "type": "TemplateProcessing",
            "single": [
              {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
              {"Sequence": {"id": "A", "type_id": 0}},
              {"SpecialToken": {"id": "[SEP]", "type_id": 0}}
            ],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}],
            "special_tokens": {
              "[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]},
              "[SEP]": {"id": "[SEP]", "ids": [2], "tokens": ["[SEP]"]}
            }
          },
          "decoder": null,
          "model": {
            "type": "WordLevel", "unk_token": "[UNK]",
            "vocab": {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "[UNK]": 3, %s}
          }
        }
        """
            .formatted(words);
    try {
      return Files.writeString(folder.resolve("tokenizer.json"), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
