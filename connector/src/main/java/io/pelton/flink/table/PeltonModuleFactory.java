package io.pelton.flink.table;

import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;

/** Makes {@code LOAD MODULE pelton} work. Flink finds it through its service file. */
@PublicEvolving
public final class PeltonModuleFactory implements ModuleFactory {
  public static final String IDENTIFIER = "pelton";

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Module createModule(Context context) {
    FactoryUtil.createModuleFactoryHelper(this, context).validate();
    return new PeltonModule();
  }
}
