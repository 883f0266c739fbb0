/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.metadata.aspect.Change;
import io.sluice.metadata.aspect.RecordReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file that DataHub's file sink wrote: one JSON array of records, or records one after another.
 */
final class DataHubFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path path;
  private final List<String> problems = new ArrayList<>();
  private int records;
  private int taken;

  DataHubFile(Path path) {
    this.path = path;
  }

  /** Records that could not be used, each with its number and the reason. */
  List<String> problems() {
    return problems;
  }

  int records() {
    return records;
  }

  /**
   * Gives every change of the file in order. A record that cannot be used is noted and left out.
   *
   * @throws SluiceException INVALID_VALUE if the file is not JSON or holds no record of DataHub
   */
  void read(Consumer<Change> changes) {
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8);
        JsonParser parser = JSON.createParser(reader)) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        token = parser.nextToken();
      }
      while (token != null && token != JsonToken.END_ARRAY) {
        record(JSON.readTree(parser), changes);
        token = parser.nextToken();
      }
      if (token == JsonToken.END_ARRAY && parser.nextToken() != null) {
        throw new SluiceException(
            ErrorCode.INVALID_VALUE, path + " goes on after its array; it is not a DataHub file.");
      }
    } catch (JsonProcessingException e) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          path
              + " is not JSON"
              + (e.getLocation() == null
                  ? ""
                  : " at line "
                      + e.getLocation().getLineNr()
                      + ", column "
                      + e.getLocation().getColumnNr())
              + ": "
              + e.getOriginalMessage()
              + ". A file that DataHub is still writing is not complete.",
          e);
    } catch (NoSuchFileException e) {
      throw new SluiceException(ErrorCode.INVALID_VALUE, "There is no file " + path + ".", e);
    } catch (IOException e) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE, "Cannot read " + path + ": " + e.getMessage() + ".", e);
    }
    if (taken == 0) {
      throw new SluiceException(
          ErrorCode.INVALID_VALUE,
          path
              + " holds no record of DataHub"
              + (problems.isEmpty() ? "." : ": " + problems.get(0) + '.'));
    }
  }

  private void record(JsonNode record, Consumer<Change> changes) {
    records++;
    try {
      if (!record.isObject()) {
        throw new IllegalArgumentException("it is not an object");
      }
      RecordReader.read(record).forEach(changes);
      taken++;
    } catch (IllegalArgumentException e) {
      problems.add("record " + records + ": " + e.getMessage());
    }
  }
}
