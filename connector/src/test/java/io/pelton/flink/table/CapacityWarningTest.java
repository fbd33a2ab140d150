package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.catalog.ResolvedCatalogModel;
import org.apache.flink.table.ml.ModelProvider;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query whose capacity keeps batches small is told so, once. */
class CapacityWarningTest {
  @TempDir Path folder;

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LogManager.getLogger(PeltonModelProvider.class);
  private final AbstractAppender appender =
      new AbstractAppender("warnings", null, null, true, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
          if (event.getLevel().equals(Level.WARN)) {
            warnings.add(event.getMessage().getFormattedMessage());
          }
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stop() {
    logger.removeAppender(appender);
    appender.stop();
  }

  private static RowType row(String columns) {
    return (RowType)
        LogicalTypeParser.parse("ROW<" + columns + ">", CapacityWarningTest.class.getClassLoader());
  }

  private PeltonModelProvider provider() {
    Configuration session = new Configuration();
    Map<String, String> options =
        Map.of("model", TestModels.relu(folder).toString(), "batch.max-rows", "64");
    PredictPlanner planner =
        PredictPlanner.of("relu", options, session, CapacityWarningTest.class.getClassLoader());
    return new PeltonModelProvider(planner, row("x FLOAT"), row("y FLOAT"), session);
  }

  private static ModelProvider.Context query(Map<String, String> map) {
    return new ModelProvider.Context() {
      @Override
      public ResolvedCatalogModel getCatalogModel() {
        throw new UnsupportedOperationException();
      }

      @Override
      public ReadableConfig runtimeConfig() {
        return Configuration.fromMap(map);
      }
    };
  }

  @Test
  void theSettingAndItsValueAreNamed() {
    provider().createAsyncPredictFunction(query(Map.of()));

    assertThat(warnings)
        .containsExactly(
            "A query scores at most 10 rows of model 'relu' together instead of 'batch.max-rows'"
                + " 64, as Flink lets no more be under way: set"
                + " 'table.exec.async-ml-predict.max-concurrent-operations' to 128, or"
                + " 'max-concurrent-operations' in the MAP of ML_PREDICT.");
  }

  @Test
  void otherQueriesAreNotWarned() {
    provider().createAsyncPredictFunction(query(Map.of("max-concurrent-operations", "64")));
    provider().createAsyncPredictFunction(query(Map.of("batch.max-rows", "10")));
    provider().createPredictFunction(query(Map.of("async", "false")));

    assertThat(warnings).isEmpty();
  }
}
