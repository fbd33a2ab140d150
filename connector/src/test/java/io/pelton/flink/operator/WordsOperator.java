package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Lets words out behind the number of their batch, {@code 1:word}, and those that never waited as
 * {@code !1:word}. The empty word is refused; {@link #HEAVY} letters are all that a batch takes.
 */
final class WordsOperator extends MicroBatchOperator<String, String> {
  private static final long serialVersionUID = 1L;

  static final int HEAVY = 100;

  private final transient List<StreamRecord<String>> words = new ArrayList<>();
  private int letters;
  private int batch = 1;
  private boolean waits;

  private WordsOperator(StreamOperatorParameters<String> parameters, BatchPolicy policy) {
    super(parameters, policy);
  }

  @Override
  boolean add(StreamRecord<String> record, boolean mayWait) {
    waits = mayWait;
    if (!record.getValue().isEmpty()) {
      words.add(record.copy(record.getValue()));
      letters += record.getValue().length();
    }
    return true;
  }

  @Override
  int buffered() {
    return words.size();
  }

  @Override
  boolean isHeavy() {
    return letters >= HEAVY;
  }

  @Override
  void processBatch() {
    for (StreamRecord<String> word : words) {
      output.collect(word.copy((waits ? "" : "!") + batch + ":" + word.getValue()));
    }
    words.clear();
    letters = 0;
    batch++;
  }

  /** Makes the operator. */
  static final class Factory extends AbstractStreamOperatorFactory<String>
      implements OneInputStreamOperatorFactory<String, String> {
    private static final long serialVersionUID = 1L;

    private final BatchPolicy policy;
    private final transient LateTimers timers;

    /**
     * @param timers in place of the harness's, or null
     */
    Factory(BatchPolicy policy, LateTimers timers) {
      this.policy = policy;
      this.timers = timers;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <O extends StreamOperator<String>> O createStreamOperator(
        StreamOperatorParameters<String> given) {
      StreamOperatorParameters<String> parameters =
          new StreamOperatorParameters<>(
              given.getContainingTask(),
              given.getStreamConfig(),
              given.getOutput(),
              () -> timers == null ? given.getProcessingTimeService() : timers,
              given.getOperatorEventDispatcher(),
              given.getMailboxExecutor());
      return (O) new WordsOperator(parameters, policy);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
      return WordsOperator.class;
    }
  }
}
