package io.pelton.flink.type;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** A type without fields that Flink could address. */
abstract class OpaqueTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1L;

  @Override
  public final boolean isBasicType() {
    return false;
  }

  @Override
  public final boolean isTupleType() {
    return false;
  }

  @Override
  public final int getArity() {
    return 1;
  }

  @Override
  public final int getTotalFields() {
    return 1;
  }

  @Override
  public final boolean isKeyType() {
    return false;
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }
}
