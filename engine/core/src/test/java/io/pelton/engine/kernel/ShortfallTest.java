package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShortfallTest {
  private final Logger logger = Logger.getLogger(Shortfall.class.getPackageName());
  private final List<LogRecord> records = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  @Test
  void aNameIsWarnedOfOnce() {
    Shortfall.warn("slow", "it's {0} without a flag");
    Shortfall.warn("slow", "for another reason");
    Shortfall.warn("lame", "it lacks a leg");
    assertThat(records).extracting(LogRecord::getLevel).containsOnly(Level.WARNING);
    assertThat(records)
        .extracting(new SimpleFormatter()::formatMessage)
        .containsExactly(
            "Backend slow runs without its faster kernels, which give the same results: it's {0}"
                + " without a flag",
            "Backend lame runs without its faster kernels, which give the same results: it lacks a"
                + " leg");
  }
}
