/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.system;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a {@link GatewayFixture}: one for all tests of the JVM, stopped after the last. */
public final class GatewayExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(GatewayExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == GatewayFixture.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, key -> Shared.start(), Shared.class)
        .fixture();
  }

  private record Shared(GatewayFixture fixture)
      implements ExtensionContext.Store.CloseableResource {
    static Shared start() {
      try {
        return new Shared(GatewayFixture.start(Map.of()));
      } catch (IOException e) {
        throw new ParameterResolutionException("The gateway did not start", e);
      }
    }

    @Override
    public void close() throws IOException {
      fixture.close();
    }
  }
}
