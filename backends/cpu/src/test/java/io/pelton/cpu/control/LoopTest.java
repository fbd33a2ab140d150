package io.pelton.cpu.control;

import static io.pelton.cpu.control.Model.count;
import static io.pelton.cpu.control.Model.flag;
import static io.pelton.cpu.control.Model.floats;
import static io.pelton.cpu.control.Model.unranked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.IterationMismatch;
import io.pelton.engine.error.RunCancelled;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoopTest {
  private static final Binary ADD = new Binary(OpKind.ADD);

  /** Adds a captured number to what it carries while that is below 10; stacks the sums. */
  private static Loop sums() {
    TensorType number = ValueType.tensor(DType.I64, Shape.scalar());
    Model body = Model.ofLoop(number, number);
    ValueId sum = body.apply(ADD, body.in(2), body.in(3));
    ValueId goesOn = body.apply(new Binary(OpKind.LESS), sum, body.constant(count(10)));
    return new Loop(body.output(goesOn, sum, sum).named(), 1);
  }

  private static void gives(Loop op, Tensor count, Tensor condition, long last, long... all) {
    List<Tensor> found = Model.run(op, count, condition, count(1), count(3));
    assertThat(found.get(0).toLongs()).containsExactly(last);
    assertThat(found.get(1).dims()).containsExactly(all.length);
    assertThat(found.get(1).toLongs()).containsExactly(all);
  }

  @Test
  void countAndConditionEndALoop() {
    gives(sums(), count(2), flag(true), 7, 4, 7);
    gives(sums(), count(100), flag(true), 10, 4, 7, 10);
    gives(sums(), null, flag(true), 10, 4, 7, 10);
    gives(sums(), Tensor.of(new long[] {1}, 1), flag(true), 4, 4);
  }

  @Test
  void withoutAConditionTheBodysIsOfNoEffect() {
    gives(sums(), count(5), null, 16, 4, 7, 10, 13, 16);
  }

  @Test
  void loopsMayNotRunAtAll() {
    gives(sums(), count(0), flag(true), 1);
    gives(sums(), count(-3), null, 1);
    gives(sums(), null, flag(false), 1);
  }

  @Test
  void withoutIterationsNothingIsSharedAndLengthsThatAreKnownAreKept() {
    SymbolId symbol = new SymbolId("N");
    TensorType type =
        ValueType.tensor(DType.F32, Shape.of(Extent.symbolic(symbol), Extent.fixed(3)));
    Model body = Model.ofLoop(type);
    body.output(body.in(1), body.in(2), body.in(2));
    Tensor start = Tensor.of(new float[6], 2, 3);
    List<Tensor> found = Model.run(new Loop(body.named(), 1), count(0), null, start);
    assertThat(found.get(0).dims()).containsExactly(2, 3);
    assertThat(found.get(0).storage()).isNotSameAs(start.storage());
    assertThat(found.get(1).dims()).containsExactly(0, 0, 3);
    assertThat(found.get(1).dtype()).isEqualTo(DType.F32);
  }

  @Test
  void carriedValuesMayGrow() {
    Model body = Model.ofLoop(unranked(DType.STRING), unranked(DType.STRING));
    ValueId grown = body.apply(new Concat(0), body.in(2), body.in(3));
    Loop op = new Loop(body.output(body.in(1), grown).named(), 1);
    Tensor start = Tensor.of(new String[] {"a"}, 1);
    Tensor more = Tensor.of(new String[] {"b", "c"}, 2);
    assertThat(Model.run(op, count(2), flag(true), start, more).get(0).toStrings())
        .containsExactly("a", "b", "c", "b", "c");
  }

  @Test
  void iterationAndConditionHaveTheRankThatTheBodyDeclares() {
    TensorType vector = ValueType.tensor(DType.I64, Shape.fixed(1));
    Model body = new Model().input(vector).input(ValueType.tensor(DType.BOOL, Shape.fixed(1, 1)));
    body.output(body.in(1), body.in(0), body.in(1));
    List<Tensor> found = Model.run(new Loop(body.named(), 0), count(3), flag(true));
    assertThat(found.get(0).dims()).containsExactly(3, 1);
    assertThat(found.get(0).toLongs()).containsExactly(0, 1, 2);
    assertThat(found.get(1).dims()).containsExactly(3, 1, 1);
    assertThat(found.get(1).toLongs()).containsExactly(1, 1, 1);
  }

  /** Takes a captured tensor apart along axis 0; the loop puts it together again. */
  private static Loop takingApart(DType dtype) {
    Model body = Model.ofLoop(unranked(dtype));
    body.output(body.in(1), body.apply(new Gather(0), body.in(2), body.in(0)));
    return new Loop(body.named(), 0);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void elementsOfEveryDtypeAreStacked(DType dtype) {
    Tensor whole = new RandomTensors(7).next(dtype, 5, 3, 2);
    Tensor found = Model.run(takingApart(dtype), count(5), null, whole).get(0);
    assertThat(found.dims()).containsExactly(5, 3, 2);
    assertThat(Cpu.elements(found)).isEqualTo(Cpu.elements(whole));
  }

  @Test
  void manyIterationsAreStackedInOrder() {
    long[] numbers = LongStream.range(0, 2500).map(i -> i * i).toArray();
    Tensor whole = Tensor.of(numbers, numbers.length);
    Tensor found = Model.run(takingApart(DType.I64), count(2500), null, whole).get(0);
    assertThat(found.toLongs()).containsExactly(numbers);
  }

  @Test
  void elementsOfOneShapeAreStackedOnly() {
    Model body = Model.ofLoop(unranked(DType.F32), unranked(DType.F32));
    ValueId grown = body.apply(new Concat(0), body.in(2), body.in(3));
    Loop op = new Loop(body.output(body.in(1), grown, grown).named(), 1);
    IterationMismatch error =
        catchThrowableOfType(
            IterationMismatch.class, () -> Model.run(op, count(3), null, floats(1), floats(2, 3)));
    assertThat(error.node()).isEqualTo("node");
    assertThat(error.op()).isEqualTo("Loop");
    assertThat(error.iteration()).isEqualTo(1);
    assertThat(error.value()).isEqualTo("out2");
    assertThat(error.expected()).isEqualTo("F32[3]");
    assertThat(error.found()).isEqualTo("F32[5]");
    assertThat(error)
        .hasMessageStartingWith(
            "Node 'node' (Loop), iteration 1: 'out2' should be F32[3] but is F32[5]. ");
  }

  @Test
  void carriedValuesKeepWhatTheBodyDeclares() {
    Model body = Model.ofLoop(ValueType.tensor(DType.F32, Shape.fixed(1)), unranked(DType.F32));
    ValueId grown = body.apply(new Concat(0), body.in(2), body.in(3));
    Loop op = new Loop(body.output(body.in(1), grown).named(), 1);
    assertThatThrownBy(() -> Model.run(op, count(3), null, floats(1), floats(2, 3)))
        .isInstanceOfSatisfying(
            IterationMismatch.class,
            e -> {
              assertThat(e.iteration()).isZero();
              assertThat(e.value()).isEqualTo("out1");
              assertThat(e.expected()).isEqualTo("F32[1]");
              assertThat(e.found()).isEqualTo("F32[3]");
            });
  }

  @Test
  void countsAndConditionsAreOneElement() {
    assertThatThrownBy(() -> Model.run(sums(), Tensor.of(new long[2], 2), null, count(1), count(3)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("the number of iterations should have one element but is I64[2]");
    Model body = Model.ofLoop(unranked(DType.BOOL));
    body.output(body.in(2), body.in(0));
    Tensor two = Tensor.wrap(DType.BOOL, new byte[2], 2);
    assertThatThrownBy(() -> Model.run(new Loop(body.named(), 0), count(1), null, two))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'out0' of the body should have one element but is BOOL[2]");
  }

  /** Row i of the output holds the sums of rows 0 to j of the input at j, where i is even. */
  @Test
  void bodiesMayOwnBodies() {
    Model then = new Model().input(unranked(DType.I64)).input(unranked(DType.I64));
    then.output(then.apply(ADD, then.in(0), then.in(1)));
    Model otherwise = new Model().input(unranked(DType.I64));
    otherwise.output(otherwise.in(0));
    Model body = Model.ofLoop(unranked(DType.I64));
    ValueId isSmall = body.apply(new Binary(OpKind.LESS), body.in(0), body.constant(count(2)));
    If choice = new If(then.named(), otherwise.named());
    ValueId next = body.apply(choice, isSmall, body.in(2), body.in(0), body.in(2));
    Loop inner = new Loop(body.output(body.in(1), next, next).named(), 1);
    Model outer = Model.ofLoop();
    NodeId node = outer.add(inner, outer.constant(count(4)), ValueId.ABSENT, outer.in(0));
    outer.output(outer.in(1), new ValueId(node, 1));
    Tensor found = Model.run(new Loop(outer.named(), 0), count(2), null).get(0);
    assertThat(found.dims()).containsExactly(2, 4);
    assertThat(found.toLongs()).containsExactly(0, 1, 1, 1, 1, 2, 2, 2);
  }

  @Test
  @Timeout(60)
  void loopsWithoutAnEndCanBeInterrupted() {
    Model body = Model.ofLoop(unranked(DType.F32));
    Loop endless = new Loop(body.output(body.in(1), body.in(2)).named(), 1);
    Thread runner = Thread.currentThread();
    Timer timer = new Timer(true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            runner.interrupt();
          }
        },
        50);
    try {
      assertThatThrownBy(() -> Model.run(endless, null, flag(true), floats(1)))
          .isInstanceOf(RunCancelled.class);
      assertThat(Thread.currentThread().isInterrupted()).as("the flag is left").isTrue();
    } finally {
      timer.cancel();
      Thread.interrupted();
    }
  }
}
