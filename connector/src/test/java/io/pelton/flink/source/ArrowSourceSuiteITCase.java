package io.pelton.flink.source;

import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SourceTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;

/** Flink's own tests of a source: savepoints, rescaling, idle readers, a lost TaskManager. */
class ArrowSourceSuiteITCase extends SourceTestSuiteBase<String> {
  @TestSemantics CheckpointingMode[] semantics = {CheckpointingMode.EXACTLY_ONCE};

  @TestEnv MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

  @TestContext
  ExternalContextFactory<ArrowFolderContext> folders = testName -> new ArrowFolderContext();
}
