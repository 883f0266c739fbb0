/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.RDN;
import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Turns settings into an {@link LdapConfig} and tells all problems together. */
final class LdapConfigReader {
  private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9-]*|[0-9.]+");
  private static final String UPN_PATTERN = "%s@";

  private final Settings settings;
  private final List<String> problems = new ArrayList<>();

  private LdapConfigReader(Settings settings) {
    this.settings = settings;
  }

  /**
   * @throws SluiceException INVALID_CONFIGURATION with every problem
   */
  static LdapConfig read(Settings settings) {
    return new LdapConfigReader(settings).read();
  }

  private LdapConfig read() {
    List<String> texts = value(LdapOptions.USER_DN_PATTERN).orElse(List.of());
    List<DnPattern> patterns =
        parsed(
            LdapOptions.USER_DN_PATTERN,
            texts.stream().filter(t -> !t.startsWith(UPN_PATTERN)).toList(),
            DnPattern::parse);
    Optional<String> domain =
        value(LdapOptions.DOMAIN)
            .or(
                () ->
                    texts.stream()
                        .filter(t -> t.startsWith(UPN_PATTERN))
                        .map(t -> t.substring(UPN_PATTERN.length()))
                        .findFirst())
            .map(d -> d.toLowerCase(Locale.ROOT))
            .filter(d -> !d.isEmpty());
    Optional<DN> base =
        value(LdapOptions.BASE_DN)
            .filter(text -> !text.isEmpty())
            .flatMap(
                text ->
                    parsed(LdapOptions.BASE_DN, List.of(text), LdapConfigReader::dn).stream()
                        .findFirst())
            .or(() -> domain.map(LdapConfigReader::baseOf));
    String guidKey = attribute(LdapOptions.GUID_KEY).orElse("uid");
    List<DN> userBases =
        patterns.isEmpty()
            ? base.stream().toList()
            : patterns.stream().map(DnPattern::base).distinct().toList();
    if (userBases.isEmpty() && problems.isEmpty()) {
      problem(
          LdapOptions.BASE_DN,
          "is not set. Set it, or userDNPattern, or Active Directory's domain");
    }
    LdapConfig config =
        new LdapConfig(
            urls(),
            value(LdapOptions.START_TLS).orElse(false),
            userBases,
            groupBases(base),
            patterns.isEmpty()
                ? base.map(b -> new DnPattern(guidKey, b)).stream().toList()
                : patterns,
            nameAttributes(guidKey, patterns),
            domain,
            value(LdapOptions.NETBIOS_DOMAIN),
            bindAccount(),
            new LdapConfig.Groups(
                attribute(LdapOptions.GROUP_CLASS_KEY).orElse("groupOfNames"),
                attribute(LdapOptions.GROUP_MEMBERSHIP_KEY).orElse("member"),
                attribute(LdapOptions.USER_MEMBERSHIP_KEY),
                value(LdapOptions.NESTED_GROUPS).orElse(false)),
            admission(),
            limits());
    if (!config.admission().groups().isEmpty() && config.groupBases().isEmpty()) {
      problem(
          LdapOptions.GROUP_FILTER,
          "is set, but not where groups are: set groupDNPattern or baseDN");
    }
    if (!problems.isEmpty()) {
      throw new SluiceException(ErrorCode.INVALID_CONFIGURATION, String.join("\n", problems));
    }
    return config;
  }

  private List<LdapUrl> urls() {
    List<String> texts = value(LdapOptions.URL).orElse(List.of());
    if (texts.isEmpty() && problems.stream().noneMatch(p -> p.contains(LdapOptions.URL.key()))) {
      problem(
          LdapOptions.URL,
          "is not set. Give the directory's address, or set "
              + LoginOptions.METHOD
              + "=NONE to let everybody in unchecked on your own machine");
    }
    return parsed(LdapOptions.URL, texts, LdapUrl::parse);
  }

  private List<DN> groupBases(Optional<DN> base) {
    List<DN> fromPatterns =
        parsed(
                LdapOptions.GROUP_DN_PATTERN,
                value(LdapOptions.GROUP_DN_PATTERN).orElse(List.of()),
                DnPattern::parse)
            .stream()
            .map(DnPattern::base)
            .distinct()
            .toList();
    return fromPatterns.isEmpty() ? base.stream().toList() : fromPatterns;
  }

  /** Kyuubi searches uid and sAMAccountName whatever guidKey is; so do we, after guidKey. */
  private static List<String> nameAttributes(String guidKey, List<DnPattern> patterns) {
    Map<String, String> byLowerCase = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(List.of(guidKey, "uid", "sAMAccountName"));
    patterns.forEach(p -> names.add(p.attribute()));
    names.forEach(n -> byLowerCase.putIfAbsent(n.toLowerCase(Locale.ROOT), n));
    return List.copyOf(byLowerCase.values());
  }

  private Optional<BindAccount> bindAccount() {
    Optional<String> name = value(LdapOptions.BIND_DN).filter(n -> !n.isEmpty());
    if (name.isPresent() != settings.isSet(LdapOptions.BIND_PASSWORD)) {
      problem(
          name.isPresent() ? LdapOptions.BIND_PASSWORD : LdapOptions.BIND_DN,
          "is not set, but "
              + (name.isPresent() ? "binddn" : "bindpw")
              + " is. Set both or neither");
      return Optional.empty();
    }
    return name.map(
        n -> {
          BindAccount account = new BindAccount(n, settings);
          try {
            account.check();
          } catch (SluiceException e) {
            problems.add(e.getMessage());
          }
          return account;
        });
  }

  private LdapConfig.Admission admission() {
    Optional<Filter> query =
        value(LdapOptions.CUSTOM_QUERY)
            .filter(text -> !text.isEmpty())
            .flatMap(
                text ->
                    parsed(LdapOptions.CUSTOM_QUERY, List.of(text), LdapConfigReader::filter)
                        .stream()
                        .findFirst());
    return new LdapConfig.Admission(
        value(LdapOptions.USER_FILTER).orElse(List.of()),
        value(LdapOptions.GROUP_FILTER).orElse(List.of()),
        query);
  }

  private LdapConfig.Limits limits() {
    return new LdapConfig.Limits(
        value(LdapOptions.CONNECT_TIMEOUT).orElseThrow(),
        value(LdapOptions.RESPONSE_TIMEOUT).orElseThrow(),
        value(LdapOptions.POOL_SIZE).orElseThrow(),
        value(LdapOptions.POOL_MAX_AGE).orElseThrow(),
        value(LdapOptions.RETRY_DELAY).orElseThrow());
  }

  private static DN dn(String text) {
    try {
      DN dn = new DN(text);
      if (dn.isNullDN()) {
        throw new IllegalArgumentException("it is empty");
      }
      return dn;
    } catch (LDAPException e) {
      throw new IllegalArgumentException("'" + text + "' is not a DN: " + e.getMessage(), e);
    }
  }

  private static DN baseOf(String domain) {
    return new DN(
        Arrays.stream(domain.split("\\.")).map(part -> new RDN("dc", part)).toArray(RDN[]::new));
  }

  private static Filter filter(String text) {
    try {
      return Filter.create(text);
    } catch (LDAPException e) {
      throw new IllegalArgumentException("'" + text + "' is no LDAP filter: " + e.getMessage(), e);
    }
  }

  private Optional<String> attribute(Option<String> option) {
    return value(option)
        .filter(name -> !name.isEmpty())
        .filter(
            name -> {
              boolean right = ATTRIBUTE.matcher(name).matches();
              if (!right) {
                problem(option, "is not a name in a directory's schema: '" + name + "'");
              }
              return right;
            });
  }

  private <T> Optional<T> value(Option<T> option) {
    try {
      return settings.find(option);
    } catch (SluiceException e) {
      problems.add(e.getMessage());
      return option.defaultValue();
    }
  }

  private <T> List<T> parsed(Option<?> option, List<String> texts, Function<String, T> parser) {
    List<T> values = new ArrayList<>();
    for (String text : texts) {
      try {
        values.add(parser.apply(text));
      } catch (IllegalArgumentException e) {
        problem(option, e.getMessage());
      }
    }
    return values;
  }

  private void problem(Option<?> option, String what) {
    problems.add("Setting " + option + ": " + what + ".");
  }
}
