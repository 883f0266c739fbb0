/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.launch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.error.ErrorCode;
import java.util.Optional;

/** What a starting engine tells its gateway: one JSON object a line on its standard output. */
public sealed interface LaunchEvent {
  /** How far the start has got, for the waiting client's operation log. */
  record Progress(String message) implements LaunchEvent {
    public Progress {
      requireNonNull(message, "message is null");
    }
  }

  /** The engine is registered and takes sessions at this address. */
  record Ready(String host, int port) implements LaunchEvent {
    public Ready {
      requireNonNull(host, "host is null");
    }
  }

  /** The engine cannot start, or has to stop; the process exits after this line. */
  record Failed(ErrorCode code, String message) implements LaunchEvent {
    public Failed {
      requireNonNull(code, "code is null");
      requireNonNull(message, "message is null");
    }
  }

  /** The event as one line of JSON without its line break. */
  default String toJson() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    if (this instanceof Progress progress) {
      json.put("event", "progress").put("message", progress.message());
    } else if (this instanceof Ready ready) {
      json.put("event", "ready").put("host", ready.host()).put("port", ready.port());
    } else if (this instanceof Failed failed) {
      json.put("event", "failed")
          .put("code", failed.code().name())
          .put("message", failed.message());
    }
    return json.toString();
  }

  /** Reads one line; empty if it is no event this version knows (such a line is to be logged). */
  static Optional<LaunchEvent> fromJson(String line) {
    try {
      JsonNode json = new ObjectMapper().readTree(line);
      return switch (json.path("event").asText()) {
        case "progress" -> Optional.of(new Progress(json.path("message").asText()));
        case "ready" ->
            Optional.of(new Ready(json.path("host").asText(), json.path("port").asInt()));
        case "failed" ->
            Optional.of(
                new Failed(
                    ErrorCode.valueOf(json.path("code").asText()), json.path("message").asText()));
        default -> Optional.empty();
      };
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
