package io.pelton.examples.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote down. */
final class ProjectVersion implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = ProjectVersion.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return new String[] {
      "pelton " + properties.getProperty("version"), "Java " + Runtime.version()
    };
  }
}
