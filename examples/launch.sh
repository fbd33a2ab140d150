# Sourced by the launchers in the folders beside it.
# PELTON_JAVA_OPTS: more options for Java, such as -Xmx8g.

# prepare NAME MODULE JAR: sets $java, and builds the module below $root where its jar is missing or older than sources.
prepare() {
  local name=$1 module=$2 jar=$3
  local build=(mvn -q -B -ntp -pl "$module" -am package -DskipTests)
  java=java
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
  fi
  if ! command -v "$java" >/dev/null; then
    printf '%s: there is no %s; install a JDK 17 or newer, or set JAVA_HOME to it\n' "$name" "$java" >&2
    exit 1
  fi
  if [ -f "$jar" ] && [ -z "$(newer_sources "$jar")" ]; then
    return
  fi
  if ! command -v mvn >/dev/null; then
    if [ -f "$jar" ]; then
      printf '%s: %s is older than its sources and there is no mvn to build it; running it as it is\n' "$name" "$jar" >&2
      return
    fi
    printf '%s: %s is not built and there is no mvn; install Maven 3.8 or newer, or build it elsewhere with: %s\n' \
      "$name" "$jar" "${build[*]}" >&2
    exit 1
  fi
  printf '%s: building %s (minutes the first time, when Maven fetches what it needs)\n' "$name" "$jar" >&2
  if ! (cd "$root" && "${build[@]}") </dev/null >&2; then
    printf '%s: the build failed; in %s type: %s\n' "$name" "$root" "${build[*]}" >&2
    exit 1
  fi
  # Maven keeps a jar whose own classes did not change.
  touch "$jar"
}

newer_sources() {
  find "$root/pom.xml" "$root"/{engine,arrow-bridge,backends,connector,examples} -name target -prune -o \
    -type f \( -name pom.xml -o -path '*/src/main/*' \) -newer "$1" -print
}
