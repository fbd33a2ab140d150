package io.pelton.examples.cli.score;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.tensor.DType;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What becomes of nulls on their way into inputs of any dtype. */
sealed interface NullHandling {
  /** The policy for inputs of a dtype. */
  NullPolicy policy(DType dtype);

  /** A null is an error. */
  record Fail() implements NullHandling {
    @Override
    public NullPolicy policy(DType dtype) {
      return NullPolicy.fail();
    }
  }

  /** NaN for floats, an error for everything else. */
  record Nan() implements NullHandling {
    @Override
    public NullPolicy policy(DType dtype) {
      return NullPolicy.standard();
    }
  }

  /** A value for those dtypes that it can be read as, and what {@link Nan} does for the others. */
  record Default(String value) implements NullHandling {
    @Override
    public NullPolicy policy(DType dtype) {
      if (dtype == DType.STRING) {
        return NullPolicy.defaultValue(value);
      }
      return number(dtype).orElseGet(NullPolicy::standard);
    }

    private Optional<NullPolicy> number(DType dtype) {
      try {
        return Optional.of(
            dtype.isFloat()
                ? NullPolicy.defaultValue(Double.parseDouble(value))
                : NullPolicy.defaultValue(Long.parseLong(value)));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  /** Reads the option. */
  final class Converter implements ITypeConverter<NullHandling> {
    private static final String DEFAULT = "default=";

    @Override
    public NullHandling convert(String text) {
      if (text.equals("fail")) {
        return new Fail();
      }
      if (text.equals("nan")) {
        return new Nan();
      }
      if (text.startsWith(DEFAULT)) {
        return new Default(text.substring(DEFAULT.length()));
      }
      throw new TypeConversionException(
          "should be fail, nan or default=VALUE but is '" + text + "'");
    }
  }
}
