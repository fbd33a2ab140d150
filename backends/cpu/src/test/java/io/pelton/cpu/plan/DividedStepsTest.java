package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.RowExample;
import io.pelton.cpu.kernel.RowExamples;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.crew.Team;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Steps give the same bits on any number of threads. */
class DividedStepsTest {
  private static final int[] ROWS = {RowExample.ROWS, 1, 4, 0, RowExample.ROWS - 1};

  private final Divided divided = new Divided();
  private final Random random = new Random(17);

  /** Keeps the threads alive between runs. */
  private final Team helpers = new Team(4);

  @BeforeEach
  void start() {
    helpers.run(2, part -> {});
  }

  @AfterEach
  void end() {
    helpers.close();
  }

  @Test
  void rowsOfEveryKernel() {
    int examples = 0;
    for (BindingKey key : Cpu.BACKEND.table().keys()) {
      for (RowExample example : RowExamples.of(key)) {
        if (checkRows(example)) {
          examples++;
        }
      }
    }
    assertThat(examples).isGreaterThan(300);
  }

  /** True when a step was divided. */
  private boolean checkRows(RowExample example) {
    NamedGraph graph = graph(example);
    if (graph == null) {
      return false;
    }
    Plan plan;
    try {
      plan = divided.plan(graph, RowExample.ROWS).orElse(null);
    } catch (EngineException e) {
      return false; // what is made up is no model of its own
    }
    if (plan == null || !plan.honoursActiveExtent()) {
      return false;
    }
    List<Tensor[]> inputs = new ArrayList<>();
    for (int rows : ROWS) {
      inputs.add(inputs(example, rows));
    }
    divided.binds();
    List<List<List<Object>>> expected = Divided.run(plan, 1, inputs, ROWS);
    int undivided = divided.binds();
    int threads = 2 + random.nextInt(3);
    assertThat(Divided.run(plan, threads, inputs, ROWS))
        .as("%s on %d threads", example.op(), threads)
        .isEqualTo(expected);
    return divided.binds() > undivided;
  }

  private static NamedGraph graph(RowExample example) {
    Graph graph = new Graph();
    SymbolId rows = new SymbolId("rows");
    graph.markRows(rows);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    List<ValueId> operands = new ArrayList<>();
    for (int i = 0; i < example.operands().size(); i++) {
      Tensor source = example.operands().get(i);
      if (source == null) {
        operands.add(ValueId.ABSENT);
      } else if (!example.rowOperands().contains(i)) {
        operands.add(graph.constant("weights", source));
      } else if (example.op().isPlanOperand(i)) {
        return null;
      } else {
        List<Extent> extents = new ArrayList<>(Shape.fixed(source.dims()).extents());
        extents.set(0, Extent.symbolic(rows));
        ValueId input = graph.input("x" + i, ValueType.tensor(source.dtype(), Shape.of(extents)));
        inputs.put("x" + i, input);
        operands.add(input);
      }
    }
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    NodeId node = graph.add("node", example.op(), operands);
    for (int slot = 0; slot < graph.types(node).size(); slot++) {
      outputs.put("y" + slot, new ValueId(node, slot));
    }
    return new NamedGraph("example", graph, inputs, outputs);
  }

  private static Tensor[] inputs(RowExample example, int rows) {
    List<Tensor> inputs = new ArrayList<>();
    for (int i = 0; i < example.operands().size(); i++) {
      Tensor source = example.operands().get(i);
      if (source != null && example.rowOperands().contains(i)) {
        inputs.add(new Tensor(source.storage(), source.layout().slice(0, 0, rows, 1)));
      }
    }
    return inputs.toArray(Tensor[]::new);
  }

  @Test
  void productsWithoutRowsByRowsOrColumns() {
    for (int round = 0; round < 40; round++) {
      int rows = 1 + random.nextInt(12);
      int inner = 1 + random.nextInt(9);
      int columns = 2 + random.nextInt(12);
      boolean isConstant = round % 2 == 0;
      check(new MatMul(), isConstant, tensor(rows, inner), tensor(inner, columns));
      check(new MatMul(), isConstant, tensor(1, rows, inner), tensor(inner, columns));
      check(new MatMul(), isConstant, tensor(1, rows, inner), tensor(1, inner, columns));
      check(new MatMul(), isConstant, tensor(1, 3, rows, inner), tensor(3, inner, columns));
      check(
          new Dense(Activation.TANH),
          isConstant,
          tensor(1, rows, inner),
          tensor(inner, columns),
          tensor(columns),
          tensor(1, rows, columns));
      boolean a = random.nextBoolean();
      boolean b = random.nextBoolean();
      check(
          new Gemm(0.5f, 2, a, b),
          isConstant,
          a ? tensor(inner, rows) : tensor(rows, inner),
          b ? tensor(columns, inner) : tensor(inner, columns),
          random.nextBoolean() ? tensor(columns) : tensor(rows, 1));
    }
    assertThat(checks).isGreaterThan(150);
  }

  @Test
  void normsAttentionAndElements() {
    for (int round = 0; round < 20; round++) {
      int heads = 2 + random.nextInt(6);
      int tokens = 1 + random.nextInt(9);
      int width = 1 + random.nextInt(7);
      check(new LayerNorm(-1, 1e-5f), true, tensor(1, tokens, width), tensor(width), tensor(width));
      check(new LayerNorm(1, 1e-5f), true, tensor(1, tokens), tensor(tokens), tensor(tokens));
      check(new Softmax(-1, false), true, tensor(1, heads, tokens, width));
      check(new Softmax(1, false), true, tensor(1, heads, tokens, width));
      check(new Unary(OpKind.TANH), true, tensor(1, 1, tokens));
      check(new Binary(OpKind.ADD), false, tensor(1, heads, 1), tensor(heads, width));
      check(new Binary(OpKind.MUL), true, tensor(heads, 1), tensor(width));
      Attention attention = new Attention(Scaling.MULTIPLY, 0.5, false);
      check(
          attention,
          false,
          tensor(1, heads, tokens, width),
          tensor(1, heads, 5, width),
          tensor(1, heads, 5, 3),
          random.nextBoolean() ? tensor(1, 1, 1, 5) : tensor(1, heads, tokens, 5));
      check(
          attention,
          false,
          tensor(1, 2L * heads, tokens, width),
          tensor(1, heads, 5, width),
          tensor(1, heads, 5, 3));
    }
    assertThat(checks).isGreaterThan(90);
  }

  private int checks;

  /** Counts checks in which a step was divided. */
  private void check(Op op, boolean isConstant, Tensor... operands) {
    Graph graph = new Graph();
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    List<ValueId> values = new ArrayList<>();
    List<Tensor> given = new ArrayList<>();
    for (int i = 0; i < operands.length; i++) {
      if (i > 0 && isConstant) {
        values.add(graph.constant("w" + i, operands[i]));
      } else {
        ValueType type = ValueType.tensor(DType.F32, Shape.fixed(operands[i].dims()));
        ValueId input = graph.input("x" + i, type);
        inputs.put("x" + i, input);
        values.add(input);
        given.add(operands[i]);
      }
    }
    ValueId y = graph.apply("y", op, values.toArray(ValueId[]::new));
    NamedGraph named = new NamedGraph("fixed", graph, inputs, Map.of("y", y));
    Plan plan = divided.plan(named, 1).orElseThrow();
    List<Tensor[]> runs = new ArrayList<>();
    runs.add(given.toArray(Tensor[]::new));
    divided.binds();
    List<List<List<Object>>> expected = Divided.run(plan, 1, runs, 1);
    int undivided = divided.binds();
    int threads = 2 + random.nextInt(3);
    assertThat(Divided.run(plan, threads, runs, 1))
        .as("%s of %s on %d threads", op, List.of(operands), threads)
        .isEqualTo(expected);
    checks += divided.binds() > undivided ? 1 : 0;
  }

  private Tensor tensor(long... dims) {
    float[] numbers = new float[Cpu.count(dims)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    return Tensor.of(numbers, dims);
  }
}
