package io.pelton.examples.cli.verify;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.console.FailureText;
import io.pelton.examples.cli.verify.CaseResult.Status;
import io.pelton.onnx.UnsupportedFeature;
import io.pelton.onnx.UnsupportedNodes;
import io.pelton.onnx.proto.ValueReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs the cases of folders. There is a result for every case, whatever happens in it: anything
 * thrown, a stack overflow or exhausted memory included, becomes the result of that case, and the
 * next one runs. Catching everything is this class's purpose.
 */
final class CaseRunner implements AutoCloseable {
  private final Function<Path, Model> opener;
  private final ToleranceSearch tolerances;
  private final Duration limit;
  private final TimedWorker worker;

  /**
   * @param opener of model files
   * @param limit for a case, the loading of its model included; zero for none
   */
  CaseRunner(Function<Path, Model> opener, ToleranceSearch tolerances, Duration limit) {
    this.opener = opener;
    this.tolerances = tolerances;
    this.limit = limit;
    this.worker = new TimedWorker(limit);
  }

  void run(CaseFolder folder, Consumer<CaseResult> results) throws InterruptedException {
    FutureTask<Model> model = opening(folder);
    for (Path set : folder.sets()) {
      String name = folder.name(set);
      FutureTask<Model> current = model;
      try {
        results.accept(worker.call(() -> compared(name, folder, set, current)));
      } catch (ExecutionException e) {
        results.accept(failed(name, e));
      } catch (TimeoutException e) {
        results.accept(
            new CaseResult(name, Status.ERROR, "no result after " + limit.toSeconds() + " s"));
        // the late case still holds the model
        model = opening(folder);
      }
    }
    close(folder, model, results);
  }

  /** A model that was never opened, or could not be, holds nothing. */
  private void close(CaseFolder folder, FutureTask<Model> opening, Consumer<CaseResult> results)
      throws InterruptedException {
    String name = folder.folder().getFileName() + ", when it was closed";
    Optional<Model> model = opened(opening);
    if (model.isEmpty()) {
      return;
    }
    try {
      worker.call(
          () -> {
            model.get().close();
            return null;
          });
    } catch (ExecutionException e) {
      results.accept(failed(name, e));
    } catch (TimeoutException e) {
      results.accept(
          new CaseResult(name, Status.ERROR, "no end after " + limit.toSeconds() + " s"));
    }
  }

  private static Optional<Model> opened(FutureTask<Model> opening) throws InterruptedException {
    try {
      return opening.isDone() ? Optional.of(opening.get()) : Optional.empty();
    } catch (ExecutionException e) {
      // its cases have reported why
      return Optional.empty();
    }
  }

  private FutureTask<Model> opening(CaseFolder folder) {
    return new FutureTask<>(() -> opener.apply(folder.model()));
  }

  private CaseResult compared(String name, CaseFolder folder, Path set, FutureTask<Model> opening)
      throws IOException, InterruptedException, ExecutionException {
    Vectors vectors = Vectors.in(set);
    if (vectors.outputs().isEmpty()) {
      throw new BadRequest("nothing to compare with: no output_0.pb");
    }
    ValueComparison comparison = new ValueComparison(tolerances.of(folder.folder(), folder.root()));
    opening.run();
    Model model = opening.get();
    Map<String, Value> outputs = model.run(inputs(vectors.inputs(), model.inputs()));
    boolean isDrawn = false;
    for (Map.Entry<Integer, Path> entry : vectors.outputs().entrySet()) {
      Port port = port(model.outputs(), entry.getKey(), entry.getValue());
      Value expected = ValueReader.read(entry.getValue(), port.type());
      Value actual = outputs.get(port.name());
      Optional<String> difference = comparison.difference(expected, actual);
      boolean mayDiffer = model.isRandom() && ValueComparison.isSameForm(expected, actual);
      if (difference.isPresent() && !mayDiffer) {
        return new CaseResult(
            name, Status.FAIL, "output '" + port.name() + "' " + difference.get());
      }
      isDrawn |= difference.isPresent();
    }
    return isDrawn
        ? new CaseResult(
            name, Status.UNSUPPORTED, "random numbers can't be compared; dtypes and shapes agree")
        : new CaseResult(name, Status.PASS, "");
  }

  private static Map<String, Tensor> inputs(SortedMap<Integer, Path> files, List<Port> ports) {
    Map<String, Tensor> inputs = new HashMap<>();
    files.forEach(
        (index, file) -> {
          Port port = port(ports, index, file);
          inputs.put(port.name(), (Tensor) ValueReader.read(file, tensorType(port)));
        });
    return inputs;
  }

  private static ValueType tensorType(Port port) {
    if (port.type() instanceof TensorType) {
      return port.type();
    }
    throw new BadRequest("input '" + port.name() + "' is " + port.type() + ", no tensor");
  }

  private static Port port(List<Port> ports, int index, Path file) {
    if (index >= ports.size()) {
      throw new BadRequest(
          "%s has no counterpart: the model has %d".formatted(file.getFileName(), ports.size()));
    }
    return ports.get(index);
  }

  private static CaseResult failed(String name, ExecutionException failure) {
    Throwable cause = failure;
    while (cause instanceof ExecutionException) {
      cause = cause.getCause();
    }
    boolean isUnsupported =
        cause instanceof UnsupportedNodes
            || cause instanceof UnsupportedFeature
            || cause instanceof NoBackendForOp;
    return new CaseResult(
        name, isUnsupported ? Status.UNSUPPORTED : Status.ERROR, FailureText.of(cause));
  }

  @Override
  public void close() {
    worker.close();
  }
}
