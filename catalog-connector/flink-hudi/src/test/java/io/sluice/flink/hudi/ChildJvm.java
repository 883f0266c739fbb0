/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM with the class path of this one, told what to do line by line. */
final class ChildJvm implements AutoCloseable {
  /** What begins the lines that are an answer; the others are logs. */
  private static final String ANSWER = "answer: ";

  private final Process process;
  private final BufferedReader answers;
  private final PrintStream requests;

  private ChildJvm(Process process) {
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-D"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** In the child: gives an answer. */
  static void answer(String text) {
    System.out.println(ANSWER + text);
  }

  void tell(String request) {
    requests.println(request);
  }

  /** Waits for the next answer; the end of the child is an error. */
  String answer() throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(ANSWER)) {
      line = answers.readLine();
    }

    if (line == null) {
      throw new IOException("The child JVM ended without an answer");
    }

    return line.substring(ANSWER.length());
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() throws IOException, InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IOException("The child JVM " + process.pid() + " did not end");
    }
  }
}
