/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.servers;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTCatalogServlet;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.FilterHolder;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/**
 * Iceberg's REST catalog, to whoever has the token or the client's name and secret to get it with.
 * Arguments: its folder, its port on loopback, the token, {@code client:secret}.
 */
public final class IcebergRestMain {
  private IcebergRestMain() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.setConf(new Configuration());
    catalog.initialize(
        "rest",
        Map.of(
            "uri", "jdbc:h2:" + folder.resolve("catalog"),
            "jdbc.schema-version", "V1",
            "io-impl", "org.apache.iceberg.hadoop.HadoopFileIO",
            "warehouse", folder.resolve("warehouse").toUri().toString()));
    Server server =
        new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])));
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(
        new ServletHolder(new RESTCatalogServlet(new RESTCatalogAdapter(catalog))), "/*");
    context.addFilter(
        new FilterHolder(new Guarded(arguments[2], arguments[3])),
        "/*",
        EnumSet.of(DispatcherType.REQUEST));
    server.setHandler(context);
    server.start();
    server.join();
  }

  /** Lets in who has the token. Iceberg's own server asks nobody. */
  private static final class Guarded extends HttpFilter {
    private static final long serialVersionUID = 1;

    private final String token;
    private final String credential;

    Guarded(String token, String credential) {
      this.token = token;
      this.credential = credential;
    }

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      if (request.getRequestURI().endsWith("/oauth/tokens")) {
        String given = request.getParameter("client_id") + ':' + request.getParameter("client_secret");
        if (given.equals(credential)) {
          answer(
              response,
              200,
              "{\"access_token\":\"" + token + "\",\"token_type\":\"bearer\",\"expires_in\":3600,"
                  + "\"issued_token_type\":\"urn:ietf:params:oauth:token-type:access_token\"}");
        } else {
          answer(response, 401, "{\"error\":\"invalid_client\",\"error_description\":\"Unknown client\"}");
        }
      } else if (("Bearer " + token).equals(request.getHeader("Authorization"))) {
        chain.doFilter(request, response);
      } else {
        answer(
            response,
            401,
            "{\"error\":{\"message\":\"Not authorized\",\"type\":\"NotAuthorizedException\",\"code\":401}}");
      }
    }

    private static void answer(HttpServletResponse response, int status, String json)
        throws IOException {
      response.setStatus(status);
      response.setContentType("application/json");
      response.getWriter().write(json);
    }
  }
}
