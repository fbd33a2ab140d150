package io.pelton.examples.benchmarks.cuda;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Whole runs on a CUDA device, inputs copied there and outputs back, beside the CPU backend on this
 * thread. Both give the same bits.
 */
@Command(
    name = "cuda",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Graphs on a CUDA device, copies included, beside the CPU backend on one thread.")
public final class CudaBenchmark implements Callable<Integer> {
  @Option(names = "--rounds", description = "Measured rounds, in which both take turns.")
  private int rounds = 11;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 3;

  /** Without the command line, where its library is not there. */
  public static void main(String[] arguments) {
    System.exit(new CudaBenchmark().call());
  }

  @Override
  public Integer call() {
    Devices devices = Devices.open("cuda", CudaBenchmark.class.getClassLoader());
    Device device = devices.get(new DeviceId("cuda", 0));
    System.out.println(device.backend().description());
    for (CudaCase each : CudaCase.all()) {
      measure(devices, device, each);
    }
    return 0;
  }

  private void measure(Devices devices, Device device, CudaCase each) {
    CompileOptions onHost = CompileOptions.on(devices);
    CompileOptions there = onHost.withPlanning(PlanOptions.on(device));
    try (CompiledGraph host = CompiledGraph.compile(each.graph(), onHost);
        CompiledGraph cuda = CompiledGraph.compile(each.graph(), there);
        ExecutableGraph hostRuns = host.newExecutable();
        ExecutableGraph cudaRuns = cuda.newExecutable()) {
      Tensor input = each.input();
      check(each, run(hostRuns, input), run(cudaRuns, input));
      Contender ours = new Contender(number -> cudaRuns.runSlots(input), 1, rounds);
      Contender peer = new Contender(number -> hostRuns.runSlots(input), 1, rounds);
      Contender.takeTurns(List.of(ours, peer), warmUp, rounds);
      Results.value("cuda-" + each.name(), ours.nanos() / 1e3, "us");
      Results.value("cpu-" + each.name(), peer.nanos() / 1e3, "us");
      Results.ratio(each.name(), ours.ratioTo(peer));
    }
  }

  private static float[] run(ExecutableGraph executable, Tensor input) {
    executable.runSlots(input);
    return ((Tensor) executable.output(0)).toFloats();
  }

  private static void check(CudaCase each, float[] host, float[] cuda) {
    if (!Arrays.equals(host, cuda)) {
      throw new IllegalStateException(each.name() + ": the device and the CPU disagree");
    }
  }
}
