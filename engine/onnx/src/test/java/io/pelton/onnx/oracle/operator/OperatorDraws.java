package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The draws of all operators. */
final class OperatorDraws {
  static final Set<DType> FLOATS = EnumSet.of(DType.F64, DType.F32, DType.F16, DType.BF16);
  static final Set<DType> SIGNED = EnumSet.of(DType.I64, DType.I32, DType.I16, DType.I8);
  static final Set<DType> UNSIGNED = EnumSet.of(DType.U64, DType.U32, DType.U16, DType.U8);
  static final Set<DType> INTEGERS = union(SIGNED, UNSIGNED);
  static final Set<DType> NUMBERS = union(FLOATS, INTEGERS);
  static final Set<DType> ALL = union(NUMBERS, EnumSet.of(DType.BOOL, DType.STRING));

  private final List<OperatorDraw> draws = new ArrayList<>();

  private OperatorDraws() {}

  static List<OperatorDraw> standard() {
    OperatorDraws draws = new OperatorDraws();
    ArithmeticDraws.addTo(draws);
    FunctionDraws.addTo(draws);
    CastDraws.addTo(draws);
    ReductionDraws.addTo(draws);
    NormDraws.addTo(draws);
    ProductDraws.addTo(draws);
    LossDraws.addTo(draws);
    RandomDraws.addTo(draws);
    QuantizeDraws.addTo(draws);
    ConvolutionDraws.addTo(draws);
    PoolDraws.addTo(draws);
    ResizeDraws.addTo(draws);
    SampleDraws.addTo(draws);
    SignalDraws.addTo(draws);
    RecurrentDraws.addTo(draws);
    ShapeDraws.addTo(draws);
    SourceDraws.addTo(draws);
    PartDraws.addTo(draws);
    IndexDraws.addTo(draws);
    ScatterDraws.addTo(draws);
    BoxDraws.addTo(draws);
    TextDraws.addTo(draws);
    ControlDraws.addTo(draws);
    FeatureDraws.addTo(draws);
    LabelDraws.addTo(draws);
    ScoringDraws.addTo(draws);
    EnsembleDraws.addTo(draws);
    return draws.draws;
  }

  static Set<DType> union(Set<DType> some, Set<DType> others) {
    Set<DType> all = EnumSet.copyOf(some);
    all.addAll(others);
    return all;
  }

  /** An operator of ai.onnx. */
  void add(String op, Set<DType> dtypes, NodeDraw draw) {
    draws.add(new OperatorDraw(OperatorTable.ONNX, op, dtypes, Optional.empty(), draw));
  }

  /** An operator of ai.onnx whose outputs the peer's can't be compared with. */
  void addWithoutPeer(String op, Set<DType> dtypes, String reason, NodeDraw draw) {
    draws.add(new OperatorDraw(OperatorTable.ONNX, op, dtypes, Optional.of(reason), draw));
  }

  /** An operator of ai.onnx.ml. */
  void addMl(String op, Set<DType> dtypes, NodeDraw draw) {
    draws.add(new OperatorDraw(OperatorTable.ML, op, dtypes, Optional.empty(), draw));
  }
}
