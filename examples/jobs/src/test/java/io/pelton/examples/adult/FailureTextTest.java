package io.pelton.examples.adult;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.flink.util.FlinkException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
  private static Throwable job(Throwable cause) {
    return new FlinkException("Job execution failed.", new FlinkException("no restart", cause));
  }

  @Test
  void whatWasWrittenForUsersComesAsItIs() {
    BadRequest told = new BadRequest("name another folder", new IOException("EROFS"));
    assertThat(FailureText.of(job(told))).isEqualTo("name another folder");
  }

  @Test
  void elseTheFirstCauseComesWithItsKind() {
    assertThat(FailureText.of(job(new IOException("disk full"))))
        .isEqualTo("IOException: disk full");
    assertThat(FailureText.of(job(new IllegalStateException()))).isEqualTo("IllegalStateException");
  }
}
