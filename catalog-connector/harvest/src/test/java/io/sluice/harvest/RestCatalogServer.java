/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;

/**
 * The reading calls of Iceberg's REST catalog (its OpenAPI specification) over a real catalog: what
 * Iceberg's own test server does, which is not published for the shaded jar used here.
 */
final class RestCatalogServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LEVELS = "\u001f";

  private final HadoopCatalog catalog;
  private final String token;
  private final HttpServer server;

  private RestCatalogServer(HadoopCatalog catalog, String token, HttpServer server) {
    this.catalog = catalog;
    this.token = token;
    this.server = server;
  }

  static RestCatalogServer start(HadoopCatalog catalog, String token) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    RestCatalogServer server = new RestCatalogServer(catalog, token, http);
    http.createContext("/", server::handle);
    http.start();
    return server;
  }

  String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        answer(exchange, 401, error(401, "NotAuthorizedException", "Not authorized"));
        return;
      }
      String[] path = exchange.getRequestURI().getRawPath().split("/");
      String query = exchange.getRequestURI().getRawQuery();
      if (path.length == 3 && path[2].equals("config")) {
        ObjectNode config = JSON.createObjectNode();
        config.putObject("defaults");
        config.putObject("overrides");
        answer(exchange, 200, config);
      } else if (path.length == 3) {
        answer(exchange, 200, namespaces(query));
      } else if (path.length == 5) {
        answer(exchange, 200, tables(namespace(path[3])));
      } else if (path.length == 6) {
        answer(exchange, 200, table(namespace(path[3]), decode(path[5])));
      } else {
        answer(exchange, 404, error(404, "NoSuchTableException", "No such thing"));
      }
    } catch (RuntimeException e) {
      answer(exchange, 500, error(500, e.getClass().getSimpleName(), String.valueOf(e)));
    }
  }

  private ObjectNode namespaces(String query) {
    Namespace parent = Namespace.empty();
    for (String parameter : query == null ? new String[0] : query.split("&")) {
      if (parameter.startsWith("parent=") && parameter.length() > "parent=".length()) {
        parent = namespace(parameter.substring("parent=".length()));
      }
    }
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode list = answer.putArray("namespaces");
    for (Namespace namespace : catalog.listNamespaces(parent)) {
      ArrayNode levels = list.addArray();
      for (String level : namespace.levels()) {
        levels.add(level);
      }
    }
    return answer;
  }

  private ObjectNode tables(Namespace namespace) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode list = answer.putArray("identifiers");
    for (TableIdentifier table : catalog.listTables(namespace)) {
      ObjectNode identifier = list.addObject();
      ArrayNode levels = identifier.putArray("namespace");
      for (String level : table.namespace().levels()) {
        levels.add(level);
      }
      identifier.put("name", table.name());
    }
    return answer;
  }

  private ObjectNode table(Namespace namespace, String name) throws IOException {
    TableMetadata metadata =
        ((BaseTable) catalog.loadTable(TableIdentifier.of(namespace, name))).operations().current();
    ObjectNode answer = JSON.createObjectNode();
    answer.put("metadata-location", metadata.metadataFileLocation());
    answer.set("metadata", JSON.readTree(TableMetadataParser.toJson(metadata)));
    return answer;
  }

  private static ObjectNode error(int code, String type, String message) {
    ObjectNode answer = JSON.createObjectNode();
    answer.putObject("error").put("message", message).put("type", type).put("code", code);
    return answer;
  }

  private static Namespace namespace(String encoded) {
    return Namespace.of(decode(encoded).split(LEVELS));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, ObjectNode body)
      throws IOException {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
