package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import java.util.List;
import java.util.function.Supplier;

/** One pass that runs again what was compiled before, as far as that goes, and keeps the rest. */
final class CachedPass {
  private final Realizer realizer;
  private final Preparation preparation;
  private final List<NodeId> order;
  private final OrderCache cache;
  private final List<Recording> path;
  private boolean isCompiled;

  CachedPass(Realizer realizer, Preparation preparation, List<NodeId> order, OrderCache cache) {
    this.realizer = realizer;
    this.preparation = preparation;
    this.order = order;
    this.cache = cache;
    this.path = cache.recordings().path();
  }

  Realized run(Realization realization, Dispatch dispatch) {
    Template template = preparation.template();
    GivenInputs given = realizer.given(template, realization);
    given.key(cache.key());
    try (PassRunner runner = realizer.runner(template, realization, given, cache.bodies())) {
      Recording first =
          cache.recordings().first().get(cache.key(), () -> compile(given, runner, dispatch));
      for (Recording next = first; !isCompiled; ) {
        path.add(next);
        next.segments().forEach(runner::rerun);
        if (next.inquiry() == null) {
          break;
        }
        next = next(next, runner);
      }
      cache.recordings().used();
      return realizer.results(template, runner);
    }
  }

  private Recording next(Recording recording, PassRunner runner) {
    Findings findings = runner.answer(recording.inquiry());
    Supplier<Recording> resume = () -> resume(recording, findings, runner);
    return recording.next().get(findings.key(), resume);
  }

  /** From the beginning. */
  private Recording compile(GivenInputs given, PassRunner runner, Dispatch dispatch) {
    isCompiled = true;
    Recording recording = new Recording();
    PassState state = new PassState(given);
    PassCompiler compiler =
        realizer.compiler(preparation, branch -> 0, state, Recorder.into(recording, path));
    OrderSource source = OrderSource.cached(order);
    compiler.run(() -> dispatch.run(compiler, source::next, runner));
    return recording;
  }

  /** From where another pass found out something else. */
  private Recording resume(Recording recording, Findings findings, PassRunner runner) {
    isCompiled = true;
    Recording next = new Recording();
    PassCompiler compiler =
        realizer.compiler(
            preparation, branch -> 0, recording.state().copy(), Recorder.into(next, path));
    compiler.run(() -> compiler.resume(findings, new DirectChannel(runner)));
    return next;
  }
}
