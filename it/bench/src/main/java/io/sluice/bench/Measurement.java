/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs one bench for all subjects by turns, so that what else the machine does falls on all of
 * them. The first turns of each warm up and do not count.
 */
final class Measurement {
  static final int POINT_ROWS = 100_000;

  private final Bench bench;
  private final List<Subject> subjects;
  private final Map<String, List<Double>> seconds = new LinkedHashMap<>();
  private final Map<String, Map<RawClient.Phase, List<Double>>> phases = new LinkedHashMap<>();
  private final Random keys = new Random(42);

  Measurement(Bench bench, List<Subject> subjects) {
    this.bench = bench;
    this.subjects = subjects.stream().filter(s -> s.benches().contains(bench)).toList();
  }

  List<Result> run() throws Exception {
    for (int round = 0; round < bench.warmUps(); round++) {
      for (Subject subject : subjects) {
        turn(subject, new ArrayList<>(), new EnumMap<>(RawClient.Phase.class));
      }
    }
    for (int round = 0; round < bench.rounds(); round++) {
      for (int i = 0; i < subjects.size(); i++) {
        // Another one goes first each time.
        Subject subject = subjects.get((round + i) % subjects.size());
        turn(
            subject,
            seconds.computeIfAbsent(subject.name(), name -> new ArrayList<>()),
            phases.computeIfAbsent(subject.name(), name -> new EnumMap<>(RawClient.Phase.class)));
      }
    }
    List<Result> results = new ArrayList<>();
    for (Subject subject : subjects) {
      results.add(Result.of(bench, subject.name(), seconds.get(subject.name()), Numbers.ROWS));
    }
    return results;
  }

  /** Median milliseconds of each call of a statement, per subject that was asked by raw client. */
  Map<String, Map<RawClient.Phase, Double>> phases() {
    Map<String, Map<RawClient.Phase, Double>> medians = new LinkedHashMap<>();
    phases.forEach(
        (subject, values) -> {
          if (!values.isEmpty()) {
            Map<RawClient.Phase, Double> of = new EnumMap<>(RawClient.Phase.class);
            values.forEach(
                (phase, list) ->
                    of.put(phase, Result.of(Bench.SELECT1, subject, list, 0).median()));
            medians.put(subject, of);
          }
        });
    return medians;
  }

  private void turn(
      Subject subject, List<Double> times, Map<RawClient.Phase, List<Double>> phaseTimes)
      throws Exception {
    if (bench == Bench.CONNECT) {
      for (int i = 0; i < bench.perRound(); i++) {
        long from = System.nanoTime();
        Client client = subject.opening().open();
        times.add((System.nanoTime() - from) / 1e9);
        client.close();
      }
      return;
    }
    try (Client client = subject.opening().open()) {
      if (bench != Bench.FETCH_RAW && bench != Bench.FETCH_JDBC) {
        // A statement on a new session has first-time costs that belong to connect.
        ask(subject, client);
      }
      for (int i = 0; i < bench.perRound(); i++) {
        long from = System.nanoTime();
        ask(subject, client);
        times.add((System.nanoTime() - from) / 1e9);
        if (client instanceof RawClient raw) {
          raw.seconds()
              .forEach(
                  (phase, value) ->
                      phaseTimes.computeIfAbsent(phase, p -> new ArrayList<>()).add(value));
        }
      }
    }
  }

  private void ask(Subject subject, Client client) throws Exception {
    boolean fetch = bench == Bench.FETCH_RAW || bench == Bench.FETCH_JDBC;
    String sql =
        switch (bench) {
          case CONNECT, SELECT1 -> "SELECT 1";
          case POINT -> subject.point().apply(keys.nextInt(POINT_ROWS));
          case FETCH_RAW, FETCH_JDBC -> subject.fetch();
        };
    long rows = client.query(sql);
    long expected = fetch ? Numbers.ROWS : 1;
    if (rows != expected) {
      throw new IllegalStateException(
          subject.name() + " gave " + rows + " rows for " + sql + ", not " + expected);
    }
    if (fetch && client instanceof JdbcClient jdbc && jdbc.checksum() != Numbers.checksum()) {
      throw new IllegalStateException(subject.name() + " gave wrong values for " + sql);
    }
  }
}
