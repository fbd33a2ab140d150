package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.util.FlinkRuntimeException;

/** Finds the fields of a class as Flink does, and says why where Flink finds none. */
final class PojoFields {
  private PojoFields() {}

  /**
   * @throws InvalidSetting for a class that Flink does not take for a POJO, with Flink's reason
   */
  static <T> PojoTypeInfo<T> of(Class<T> type) {
    TypeInformation<T> found;
    try {
      found = TypeInformation.of(type);
    } catch (InvalidTypesException | FlinkRuntimeException e) {
      throw refused(type, e.getMessage(), e);
    }
    if (found instanceof PojoTypeInfo<T> pojo) {
      return pojo;
    }
    throw refused(type, reason(type, found), null);
  }

  private static InvalidSetting refused(Class<?> type, String reason, Throwable cause) {
    return new InvalidSetting(
        "type",
        "a class that Flink takes for a POJO or a record",
        type.getName() + ": " + reason,
        "correct the class, or name what feeds each input by Inference.functions(…)",
        cause);
  }

  /** What Flink only writes to its log. */
  private static String reason(Class<?> type, TypeInformation<?> found) {
    if (!"GenericType".equals(found.toString().split("<", 2)[0])) {
      return "Flink takes it for " + found;
    }
    if (type.isInterface()) {
      return "an interface has no fields";
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      return "the class is not public";
    }
    List<Field> fields = TypeExtractor.getAllDeclaredFields(type, false);
    if (fields.isEmpty()) {
      return "the class has no fields";
    }
    for (Field field : fields) {
      if (!Modifier.isPublic(field.getModifiers()) && !type.isRecord()) {
        if (!has(type, field, Set.of("get", "is", ""), 0)) {
          return "field '" + field.getName() + "' is not public and has no getter";
        }
        if (!has(type, field, Set.of("set"), 1)) {
          return "field '" + field.getName() + "' is not public and has no setter";
        }
      }
    }
    return hasConstructor(type)
        ? "Flink finds no type for one of its fields "
            + fields.stream().map(Field::getName).toList()
        : "the class has no public constructor without arguments";
  }

  private static boolean has(Class<?> type, Field field, Set<String> prefixes, int arguments) {
    String name = plain(field.getName());
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getParameterCount() == arguments)
        .map(Method::getName)
        .map(PojoFields::plain)
        .anyMatch(method -> prefixes.stream().anyMatch(prefix -> method.equals(prefix + name)));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static boolean hasConstructor(Class<?> type) {
    return Arrays.stream(type.getConstructors()).anyMatch(c -> c.getParameterCount() == 0);
  }
}
