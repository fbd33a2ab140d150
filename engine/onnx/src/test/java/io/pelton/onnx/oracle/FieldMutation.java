package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;

/** Changes single fields of a model, which stays readable but may mean nothing any more. */
final class FieldMutation {
  private static final List<Long> LENGTHS =
      List.of(0L, 1L, -1L, 2L, 3L, 7L, 100L, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE);

  private final Draw draw;

  private FieldMutation(Draw draw) {
    this.draw = draw;
  }

  static ModelProto of(Draw draw, ModelProto model) {
    ModelProto.Builder changed = model.toBuilder();
    for (int left = draw.between(1, 3); left > 0; left--) {
      new FieldMutation(draw).change(changed);
    }
    return changed.build();
  }

  /** Walks down a random path and changes a field at its end. */
  private void change(Message.Builder message) {
    List<FieldDescriptor> fields = new ArrayList<>(message.getAllFields().keySet());
    if (fields.isEmpty()) {
      return;
    }
    FieldDescriptor field = draw.one(fields);
    if (field.isRepeated()) {
      changeList(message, field);
    } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && draw.chance(0.9)) {
      change(message.getFieldBuilder(field));
    } else if (draw.chance(0.15)) {
      message.clearField(field);
    } else {
      message.setField(field, changed(field, message.getField(field)));
    }
  }

  private void changeList(Message.Builder message, FieldDescriptor field) {
    int count = message.getRepeatedFieldCount(field);
    int at = draw.below(count);
    Object element = message.getRepeatedField(field, at);
    boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    switch (draw.below(isMessage ? 10 : 4)) {
      case 0 -> message.addRepeatedField(field, element);
      case 1 -> remove(message, field, at);
      case 2 -> {
        int other = draw.below(count);
        message.setRepeatedField(field, at, message.getRepeatedField(field, other));
        message.setRepeatedField(field, other, element);
      }
      default -> {
        if (isMessage) {
          change(message.getRepeatedFieldBuilder(field, at));
        } else {
          message.setRepeatedField(field, at, changed(field, element));
        }
      }
    }
  }

  private static void remove(Message.Builder message, FieldDescriptor field, int at) {
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
      if (i != at) {
        kept.add(message.getRepeatedField(field, i));
      }
    }
    message.setField(field, kept);
  }

  private Object changed(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case INT -> draw.chance(0.5) ? draw.between(-1, 20) : (Integer) value + draw.between(-2, 2);
      case LONG -> draw.chance(0.5) ? draw.one(LENGTHS) : (Long) value + draw.between(-2, 2);
      case FLOAT -> draw.one(0f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE);
      case DOUBLE -> draw.one(0.0, -1.0, Double.NaN, Double.MAX_VALUE);
      case BOOLEAN -> !(Boolean) value;
      case STRING -> draw.one("", "x", "label", "scores", value + "x", "v0", "\u0000");
      case BYTE_STRING ->
          draw.chance(0.5)
              ? ByteString.copyFromUtf8(draw.one("", "LEAF", "BRANCH_EQ", "SOFTMAX", "x"))
              : ((ByteString) value).concat(ByteString.copyFrom(new byte[] {(byte) 0xc3}));
      case ENUM -> draw.one(field.getEnumType().getValues());
      case MESSAGE -> ((Message) value).getDefaultInstanceForType();
    };
  }
}
