package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.realize.pick.BackendRuntimeLookup;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.realize.pick.RuntimeSelector;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a {@link PipelinedExecutor} is asked to compute: targets of a graph, what they are computed
 * from, and how the way there is found. Every call returns another realization; what is left out
 * changes nothing: an empty environment, an empty route and no selector give the bytes of the plain
 * call. Immutable, but the caches that it names are filled while it runs.
 */
public final class Realization {
  private final Graph graph;
  private final List<ValueId> targets;
  private final StorageCache inputs;
  private final SymEnv env;
  private final OptimizedGraph optimized;
  private final PickedRoute route;
  private final Picking picking;
  private final OrderCache order;
  private final PersistentOutputs outputs;
  private final RngOptions rng;

  /** Who picks arms while the pass runs. */
  record Picking(RuntimeSelector selector, BackendRuntimeLookup lookup) {}

  private Realization(Draft draft) {
    this.graph = draft.graph;
    this.targets = List.copyOf(draft.targets);
    this.inputs = draft.inputs;
    this.env = draft.env;
    this.optimized = draft.optimized;
    this.route = draft.route;
    this.picking = draft.picking;
    this.order = draft.order;
    this.outputs = draft.outputs;
    this.rng = draft.rng;
  }

  /** Nothing yet, of a graph. */
  public static Realization of(Graph graph) {
    return new Realization(new Draft(graph));
  }

  /** All outputs of a graph, in declaration order, from inputs by name. */
  public static Realization of(NamedGraph named, Map<String, Tensor> inputs) {
    return of(named.graph())
        .targets(List.copyOf(named.outputs().values()))
        .inputs(StorageCache.of(named, inputs));
  }

  /** Computes these, and what they need, each node once; results come in this order. */
  public Realization targets(ValueId... values) {
    return targets(List.of(values));
  }

  /** {@link #targets(ValueId...)}. */
  public Realization targets(List<ValueId> values) {
    return with(draft -> draft.targets = values);
  }

  /**
   * Gives the inputs, by the graph's edges. They are read where they lie and must not change until
   * the pass ends; session state is written in place.
   */
  public Realization inputs(StorageCache cache) {
    return with(draft -> draft.inputs = cache);
  }

  /** Binds symbols; what nothing reads changes nothing. */
  public Realization env(SymEnv symbols) {
    return with(draft -> draft.env = symbols);
  }

  /**
   * Runs what the graph was optimized to. Targets and inputs stay those of the graph that was
   * optimized; targets must be among its outputs.
   *
   * @throws IllegalArgumentException when it was made of another graph
   */
  public Realization optimized(OptimizedGraph plan) {
    if (!plan.isOf(graph)) {
      throw new IllegalArgumentException(
          "graph '"
              + plan.named().name()
              + "' was not optimized from the graph that is to be realized; optimize that one");
    }
    return with(draft -> draft.optimized = plan);
  }

  /**
   * Takes the arms of a route that was picked before the pass.
   *
   * @param picked by branches of the graph that runs: the optimized one where there is one
   */
  public Realization route(PickedRoute picked) {
    return with(
        draft -> {
          draft.route = picked;
          draft.picking = null;
        });
  }

  /** Picks each branch's arm when the pass reaches it, by live telemetry. */
  public Realization picking(RuntimeSelector selector, BackendRuntimeLookup lookup) {
    return with(
        draft -> {
          draft.picking = new Picking(selector, lookup);
          draft.route = PickedRoute.FIRST_ARMS;
        });
  }

  /**
   * Keeps what was planned, so that a pass over inputs of the same shapes plans nothing. Of no
   * effect where arms are picked, since what runs then differs from pass to pass.
   */
  public Realization order(OrderCache cache) {
    return with(draft -> draft.order = cache);
  }

  /** Leaves results in memory that stays where it is from pass to pass. */
  public Realization outputs(PersistentOutputs memory) {
    return with(draft -> draft.outputs = memory);
  }

  /** Where random ops take their numbers from: the same in every pass. */
  public Realization rng(RngOptions options) {
    return with(draft -> draft.rng = Objects.requireNonNull(options, "options"));
  }

  private Realization with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return new Realization(draft);
  }

  Graph graph() {
    return graph;
  }

  List<ValueId> targets() {
    return targets;
  }

  StorageCache inputs() {
    return inputs;
  }

  SymEnv env() {
    return env;
  }

  Optional<OptimizedGraph> optimized() {
    return Optional.ofNullable(optimized);
  }

  PickedRoute route() {
    return route;
  }

  Optional<Picking> picking() {
    return Optional.ofNullable(picking);
  }

  Optional<OrderCache> order() {
    return Optional.ofNullable(order);
  }

  Optional<PersistentOutputs> outputs() {
    return Optional.ofNullable(outputs);
  }

  RngOptions rng() {
    return rng;
  }

  /** What the next realization will be. */
  private static final class Draft {
    private final Graph graph;
    private List<ValueId> targets = new ArrayList<>();
    private StorageCache inputs = new StorageCache();
    private SymEnv env = new SymEnv();
    private OptimizedGraph optimized;
    private PickedRoute route = PickedRoute.FIRST_ARMS;
    private Picking picking;
    private OrderCache order;
    private PersistentOutputs outputs;
    private RngOptions rng = RngOptions.DEFAULT;

    private Draft(Graph graph) {
      this.graph = graph;
    }

    private Draft(Realization from) {
      this.graph = from.graph;
      this.targets = from.targets;
      this.inputs = from.inputs;
      this.env = from.env;
      this.optimized = from.optimized;
      this.route = from.route;
      this.picking = from.picking;
      this.order = from.order;
      this.outputs = from.outputs;
      this.rng = from.rng;
    }
  }
}
