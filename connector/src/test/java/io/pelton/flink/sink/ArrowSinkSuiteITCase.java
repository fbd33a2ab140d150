package io.pelton.flink.sink;

import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SinkTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;

/** Flink's own tests of a sink: savepoints, rescaling, metrics. */
class ArrowSinkSuiteITCase extends SinkTestSuiteBase<String> {
  @TestSemantics CheckpointingMode[] semantics = {CheckpointingMode.EXACTLY_ONCE};

  @TestEnv MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

  @TestContext
  ExternalContextFactory<SinkFolderContext> folders = testName -> new SinkFolderContext();
}
