package io.pelton.flink.text;

import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts in many scripts, the same in each run: messages of people, and sentences made of words. */
final class ScriptTexts {
  private static final int[][] SCRIPTS = {
    {'a', 'z'},
    {'a', 'z'},
    {'A', 'z'},
    {'!', '~'},
    {'0', '9'},
    {0xA0, 0x17F},
    {0x300, 0x36F},
    {0x370, 0x3FF},
    {0x400, 0x4FF},
    {0x5D0, 0x5EA},
    {0x600, 0x6FF},
    {0x900, 0x97F},
    {0xE01, 0xE5B},
    {0x1100, 0x11FF},
    {0x1EA0, 0x1EFF},
    {0x2000, 0x206F},
    {0x2150, 0x27BF},
    {0x3040, 0x30FF},
    {0x4E00, 0x4FFF},
    {0x4E00, 0x9FFF},
    {0xAC00, 0xD7A3},
    {0xE000, 0xE0FF},
    {0xFE00, 0xFE0F},
    {0xFF00, 0xFFEF},
    {0x1D400, 0x1D7FF},
    {0x1F1E6, 0x1F1FF},
    {0x1F300, 0x1F64F},
    {0x20000, 0x2A6D6},
    {0, 0x1F},
    {0x7F, 0x9F}
  };
  private static final String[] BETWEEN = {
    " ", " ", " ", " ", " ", "  ", "   ", "\n", "\r\n", "\n\n ", "\t", "\u3000", "\u00A0", "", "-",
    "'s ", "'RE ", "'ll", "’t ", ", ", ". ", "! ", "…", " \u200D", "\u0301 ", "▁", "<unk>", "</s>"
  };
  private static final String[] EXTRA = {
    "",
    " ",
    "  ",
    "\n",
    " \n ",
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪🇫🇷",
    "e\u0301\u0323a\u0308 n\u0303",
    "a\u0903 ☺\u0301 ☺\u200D☺\u0301",
    "\u1100\u1161\u11A8 \u1100\u1161\u0301",
    "क्षि क्\u200Dष क्ष\u0301",
    "\u0600a \u06DD1",
    "İstanbul ſtraße ǅ 'ſ 'S",
    "\u0000 a\u0000b",
    "\uFFFD \uFEFFx\u00ADy",
    "ＦＵＬＬ　ｗｉｄｔｈ ｶﾞ ㍿ ﬁ ½ ²"
  };

  private final Random random;
  private final List<String> pool = new ArrayList<>();

  ScriptTexts(long seed) {
    this.random = new Random(seed);
    for (int i = 0; i < 1500; i++) {
      pool.add(word(1 + random.nextInt(9)));
    }
  }

  /** Messages of the shared material. */
  static List<String> messages() {
    try {
      byte[] file = Files.readAllBytes(SharedFolder.path("data/sms_formatted.csv"));
      return List.of(new String(file, StandardCharsets.UTF_8).split("\n"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Sentences, a few of which are odd. */
  List<String> sentences(int count) {
    List<String> texts = new ArrayList<>(List.of(EXTRA));
    while (texts.size() < count) {
      StringBuilder text = new StringBuilder();
      for (int words = 1 + random.nextInt(9); words > 0; words--) {
        boolean known = random.nextInt(10) < 7;
        text.append(known ? known() : word(1 + random.nextInt(6)));
        text.append(BETWEEN[random.nextInt(BETWEEN.length)]);
      }
      texts.add(random.nextBoolean() ? text.toString().strip() : text.toString());
    }
    return texts;
  }

  /** Some words are far more frequent than others. */
  private String known() {
    double place = random.nextDouble();
    return pool.get((int) (place * place * place * pool.size()));
  }

  /** A word that nothing cuts, of mixed scripts. */
  String longWord(int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String word = known();
      if (word.codePoints().allMatch(Character::isLetter)) {
        text.append(word);
      }
    }
    return text.toString();
  }

  private String word(int length) {
    int[] script = SCRIPTS[random.nextInt(SCRIPTS.length)];
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int[] from = random.nextInt(15) == 0 ? SCRIPTS[random.nextInt(SCRIPTS.length)] : script;
      word.appendCodePoint(from[0] + random.nextInt(from[1] - from[0] + 1));
    }
    return word.toString();
  }
}
