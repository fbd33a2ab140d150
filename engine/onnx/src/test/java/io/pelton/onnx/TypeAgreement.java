package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;

/** Compares recorded values with the types that were inferred for them. */
final class TypeAgreement {
  private TypeAgreement() {}

  static void check(String what, ValueType type, Value value) {
    if (type instanceof SequenceType sequence) {
      assertThat(((Sequence) value).values())
          .as(what)
          .isNotEmpty()
          .allSatisfy(element -> check(what, sequence.element(), element));
    } else if (type instanceof MappingType mapping) {
      assertThat(((Mapping) value).keys().dtype()).as(what).isEqualTo(mapping.key());
      assertThat(((Mapping) value).values().dtype()).as(what).isEqualTo(DType.F32);
    } else {
      TensorType tensor = (TensorType) type;
      Tensor found = (Tensor) value;
      assertThat(found.dtype()).as(what).isEqualTo(tensor.dtype());
      Shape shape = tensor.shape();
      for (int axis = 0; shape.isRanked() && axis < shape.rank(); axis++) {
        assertThat(found.layout().rank()).as(what).isEqualTo(shape.rank());
        Extent extent = shape.extent(axis);
        assertThat(found.layout().dim(axis)).as(what).isBetween(extent.min(), extent.max());
      }
    }
  }
}
