/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.core.execution.JobClient;

/** The jobs of an engine that live on without a statement: streaming INSERTs. */
final class Jobs {
  /** A job and who started it. */
  record Job(JobClient client, String user, String name, Instant startedAt) {
    Job {
      requireNonNull(client, "client is null");
    }
  }

  private final Map<String, Job> running = new ConcurrentHashMap<>();

  void add(Job job) {
    String id = job.client().getJobID().toHexString();
    running.put(id, job);
    var unused =
        job.client().getJobExecutionResult().handle((result, failure) -> running.remove(id));
  }

  boolean isEmpty() {
    return running.isEmpty();
  }

  List<Job> of(String user) {
    return running.values().stream()
        .filter(job -> job.user().equals(user))
        .sorted(Comparator.comparing(Job::startedAt))
        .toList();
  }

  /** A job of the user's own; others' are as unknown as none. */
  Optional<Job> find(String id, String user) {
    return Optional.ofNullable(running.get(id)).filter(job -> job.user().equals(user));
  }
}
