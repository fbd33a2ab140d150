package io.pelton.flink.operator;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Writes fields of objects into cells. Fields are read as Flink's serializer reads them, past any
 * getter; primitive ones without boxes.
 */
final class PojoCells {
  private PojoCells() {}

  static <T> CellWriter<T> of(PojoLeaf leaf) {
    int last = leaf.fields().size() - 1;
    CellWriter<Object> writer = value(leaf.fields().get(last));
    for (int i = last - 1; i >= 0; i--) {
      writer = within(leaf.fields().get(i), writer);
    }
    CellWriter<Object> top = writer;
    return top::write;
  }

  private static CellWriter<Object> value(Field field) {
    Class<?> type = field.getType();
    if (type == boolean.class) {
      MethodHandle getter = getter(field, boolean.class);
      return (record, builder, column) -> builder.setBoolean(column, truth(getter, record));
    }
    if (type == float.class || type == double.class) {
      MethodHandle getter = getter(field, double.class);
      return (record, builder, column) -> builder.setDouble(column, number(getter, record));
    }
    if (type.isPrimitive()) {
      MethodHandle getter = getter(field, long.class);
      return (record, builder, column) -> builder.setLong(column, integer(getter, record));
    }
    MethodHandle getter = getter(field, Object.class);
    return type.isEnum()
        ? (record, builder, column) -> builder.setValue(column, name(object(getter, record)))
        : (record, builder, column) -> builder.setValue(column, object(getter, record));
  }

  private static String name(Object constant) {
    return constant == null ? null : ((Enum<?>) constant).name();
  }

  private static CellWriter<Object> within(Field field, CellWriter<Object> inner) {
    MethodHandle getter = getter(field, Object.class);
    return (record, builder, column) -> {
      Object part = object(getter, record);
      if (part == null) {
        builder.setNull(column);
      } else {
        inner.write(part, builder, column);
      }
    };
  }

  private static MethodHandle getter(Field field, Class<?> as) {
    field.setAccessible(true);
    try {
      return MethodHandles.lookup().unreflectGetter(field).asType(methodType(as, Object.class));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean truth(MethodHandle getter, Object record) {
    try {
      return (boolean) getter.invokeExact(record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static double number(MethodHandle getter, Object record) {
    try {
      return (double) getter.invokeExact(record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static long integer(MethodHandle getter, Object record) {
    try {
      return (long) getter.invokeExact(record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static Object object(MethodHandle getter, Object record) {
    try {
      return (Object) getter.invokeExact(record);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Reading a field throws nothing checked. */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
  }
}
