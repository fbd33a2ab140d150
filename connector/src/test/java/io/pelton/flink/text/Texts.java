package io.pelton.flink.text;

import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts to tokenize. */
final class Texts {
  /** First and last code points of scripts and of what is hard to get right. */
  private static final int[][] RANGES = {
    {'a', 'z'},
    {'A', 'Z'},
    {' ', '~'},
    {0, 0x1F},
    {0x7F, 0x9F},
    {0xA0, 0xFF},
    {0x100, 0x24F},
    {0x250, 0x2FF},
    {0x300, 0x36F},
    {0x370, 0x3FF},
    {0x400, 0x52F},
    {0x531, 0x58F},
    {0x590, 0x5FF},
    {0x600, 0x6FF},
    {0x750, 0x77F},
    {0x870, 0x8FF},
    {0x900, 0x97F},
    {0x980, 0xDFF},
    {0xE00, 0xE7F},
    {0xF00, 0xFFF},
    {0x1000, 0x10FF},
    {0x1100, 0x11FF},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x1E00, 0x1FFF},
    {0x2000, 0x206F},
    {0x2070, 0x218F},
    {0x2190, 0x2BFF},
    {0x2C00, 0x2E7F},
    {0x2E80, 0x30FF},
    {0x3100, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xABFF},
    {0xAC00, 0xD7A3},
    {0xE000, 0xE0FF},
    {0xF900, 0xFAFF},
    {0xFB00, 0xFDFF},
    {0xFE00, 0xFE2F},
    {0xFE30, 0xFFEF},
    {0xFFF0, 0xFFFF},
    {0x10000, 0x10FFF},
    {0x11000, 0x11FFF},
    {0x13000, 0x1345F},
    {0x16A00, 0x16FFF},
    {0x1D100, 0x1D1FF},
    {0x1D400, 0x1D7FF},
    {0x1E000, 0x1EFFF},
    {0x1F000, 0x1FBFF},
    {0x20000, 0x20100},
    {0x2CEA0, 0x2CEB8},
    {0x2F800, 0x2FA1F},
    {0x30000, 0x30020},
    {0xE0000, 0xE01EF},
    {0xF0000, 0xF0010},
    {0x10FFF0, 0x10FFFF}
  };

  private static final String[] PIECES = {
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\u00A0",
    "\u3000",
    "\u200B",
    "\u200D",
    "\uFEFF",
    "\u0085",
    "'s",
    "don't",
    "...",
    "--",
    "[CLS]",
    "[MASK]",
    "[sep]",
    " [UNK] ",
    "##ing",
    "1,234.5",
    "½",
    "İi",
    "ẞß",
    "Σίσυφος",
    "e\u0301",
    "a\u0323\u0307",
    "\u0344",
    "ﬁ",
    "한국어",
    "日本語です",
    "ไทย",
    "हिन्दी",
    "العربية",
    "עברית",
    "Ελληνικά",
    "Кириллица",
    "👩\u200D👩\u200D👧",
    "🇩🇪",
    "👍🏽",
    "①",
    "Ⅷ",
    "http://a.b/c?d=e",
    "user@example.org",
    "\uFFFD",
    "\u2028",
    "x\u0336y",
    "œuvre",
    "naïve"
  };

  private Texts() {}

  /** 10,000 texts of the shared data. */
  static List<String> ofData() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String file :
        new String[] {"sms_formatted.csv", "titanic.csv", "vega/airports.csv", "adult.csv"}) {
      byte[] bytes = Files.readAllBytes(SharedFolder.path("data/" + file));
      new String(bytes, StandardCharsets.UTF_8).lines().forEach(texts::add);
    }
    return texts.subList(0, 10_000);
  }

  /** Texts in many scripts, and of what no script has; valid Unicode. */
  static List<String> generated(long seed, int count) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      int words = random.nextInt(12);
      for (int w = 0; w < words; w++) {
        if (random.nextInt(3) == 0) {
          text.append(PIECES[random.nextInt(PIECES.length)]);
        } else {
          word(random, text);
        }
        if (random.nextInt(4) != 0) {
          text.append(' ');
        }
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private static void word(Random random, StringBuilder text) {
    int[] range = RANGES[random.nextInt(RANGES.length)];
    int[] other = RANGES[random.nextInt(RANGES.length)];
    int length = random.nextInt(200) == 0 ? 150 : 1 + random.nextInt(8);
    for (int i = 0; i < length; i++) {
      int[] from = random.nextInt(6) == 0 ? other : range;
      text.appendCodePoint(from[0] + random.nextInt(from[1] - from[0] + 1));
    }
  }
}
