package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnxruntime.OrtEnvironment;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** ONNX Runtime in a JVM of its own, which is started again when it dies. */
public final class Peer implements AutoCloseable {
  private static final long SECONDS_PER_CASE = 30;

  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "peer watch");
            thread.setDaemon(true);
            return thread;
          });
  private Process process;
  private DataInputStream in;
  private DataOutputStream out;

  /** One answer a batch. What is beyond the peer is not asked. */
  List<Answer> ask(GeneratedCase made) {
    List<Map<String, Tensor>> asked =
        made.batches().stream().filter(batch -> !PeerDeviations.isBeyond(made, batch)).toList();
    Iterator<Answer> answers = ask(made.model(), asked).iterator();
    return made.batches().stream()
        .map(batch -> asked.contains(batch) ? answers.next() : new Answer.NotAsked())
        .toList();
  }

  /** Its answer to one batch, whatever is known of the peer. */
  public Answer ask(ModelProto model, Map<String, Tensor> inputs) {
    return ask(model, List.of(inputs)).get(0);
  }

  private List<Answer> ask(ModelProto model, List<Map<String, Tensor>> batches) {
    if (batches.isEmpty()) {
      return List.of();
    }
    start();
    Process asked = process;
    Future<?> alarm = watch.schedule(asked::destroyForcibly, SECONDS_PER_CASE, TimeUnit.SECONDS);
    try {
      return exchange(model, batches);
    } catch (IOException e) {
      // its streams end when it dies
      stop();
      return Collections.nCopies(batches.size(), new Answer.Crashed());
    } finally {
      alarm.cancel(false);
    }
  }

  private List<Answer> exchange(ModelProto model, List<Map<String, Tensor>> batches)
      throws IOException {
    Wire.writeBytes(out, model.toByteArray());
    out.writeInt(batches.size());
    for (Map<String, Tensor> batch : batches) {
      Wire.write(out, batch);
    }
    out.flush();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      answers.add(
          in.readBoolean()
              ? new Answer.Outputs(Wire.readAll(in))
              : new Answer.Refused(Wire.readText(in)));
    }
    return answers;
  }

  private void start() {
    if (process != null && process.isAlive()) {
      return;
    }
    stop();
    String classPath =
        String.join(
            File.pathSeparator,
            origin(PeerMain.class),
            origin(Value.class),
            origin(OrtEnvironment.class));
    try {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx512m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:-CreateCoredumpOnCrash",
                  "-XX:+SuppressFatalErrorMessage",
                  "-cp",
                  classPath,
                  PeerMain.class.getName())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the peer's JVM does not start", e);
    }
    in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
  }

  /** Where a class was loaded from. */
  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " has no place on the class path", e);
    }
  }

  private void stop() {
    if (process != null) {
      process.destroyForcibly();
      process = null;
    }
  }

  @Override
  public void close() {
    stop();
    watch.shutdownNow();
  }
}
