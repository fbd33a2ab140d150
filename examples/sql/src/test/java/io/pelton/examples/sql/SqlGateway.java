package io.pelton.examples.sql;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** Flink's SQL gateway, by REST. */
final class SqlGateway {
  private static final Duration GIVE_UP = Duration.ofMinutes(4);
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI root;
  private final Check alive;

  /** Throws where a process has ended. */
  interface Check {
    void run() throws IOException;
  }

  SqlGateway(int port, Check alive) {
    this.root = URI.create("http://localhost:" + port);
    this.alive = alive;
  }

  /** Opens a session, as soon as the gateway answers. */
  Session open() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try {
        return new Session(post("/v1/sessions", Map.of()).get("sessionHandle").asText());
      } catch (ConnectException e) {
        alive.run();
        pause(start, "no gateway at " + root);
      }
    }
  }

  private static void pause(long start, String what) {
    if (System.nanoTime() - start > GIVE_UP.toNanos()) {
      throw new AssertionError(what);
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(root.resolve(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.timeout(GIVE_UP).build(), BodyHandlers.ofString());
    JsonNode answer = JSON.readTree(response.body());
    if (answer.has("errors")) {
      throw new StatementFailed(answer.get("errors").toString().replace("\\n", "\n"));
    }
    return answer;
  }

  /** What the gateway says of a statement. */
  static final class StatementFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StatementFailed(String message) {
      super(message);
    }
  }

  /** Statements that follow each other. */
  final class Session implements AutoCloseable {
    private final String path;

    private Session(String handle) {
      this.path = "/v1/sessions/" + handle;
    }

    /** Runs a script, and gives what its queries gave. */
    List<SqlTable> run(Script script) throws IOException, InterruptedException {
      List<SqlTable> tables = new ArrayList<>();
      for (String statement : script.statements()) {
        SqlTable table = run(statement);
        if (statement.startsWith("SELECT")) {
          tables.add(table);
        }
      }
      return tables;
    }

    /** Runs a statement to its end. */
    SqlTable run(String statement) throws IOException, InterruptedException {
      String operation =
          post(path + "/statements", Map.of("statement", statement))
              .get("operationHandle")
              .asText();
      String next = path + "/operations/" + operation + "/result/0?rowFormat=JSON";
      List<String> columns = new ArrayList<>();
      List<List<String>> rows = new ArrayList<>();
      long start = System.nanoTime();
      while (next != null) {
        JsonNode page = send(HttpRequest.newBuilder(root.resolve(next)).GET());
        int before = rows.size();
        if (!page.get("resultType").asText().equals("NOT_READY")) {
          add(page.get("results"), columns, rows);
        }
        next = page.has("nextResultUri") ? page.get("nextResultUri").asText() : null;
        if (next != null && rows.size() == before) {
          alive.run();
          pause(start, "no end of " + statement);
        }
      }
      return new SqlTable(columns, rows);
    }

    private void add(JsonNode results, List<String> columns, List<List<String>> rows) {
      if (columns.isEmpty()) {
        results.get("columns").forEach(column -> columns.add(column.get("name").asText()));
      }
      for (JsonNode row : results.get("data")) {
        List<String> cells = new ArrayList<>();
        row.get("fields")
            .forEach(cell -> cells.add(cell.isValueNode() ? cell.asText() : cell.toString()));
        rows.add(cells);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        send(HttpRequest.newBuilder(root.resolve(path)).DELETE());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
