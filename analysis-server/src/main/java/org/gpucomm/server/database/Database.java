package org.gpucomm.server.database;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/** Database of a server, for JDBC. User and password are null if the URL or the server's configuration has them. */
public record Database(String url, @Nullable String user, @Nullable String password) {

    private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(:[0-9]{1,5})?");

    /** Returns an H2 database in a file. It accepts PostgreSQL's SQL, and writes at each commit, so that a killed server loses nothing. */
    public static Database inDirectory(Path dataDir) {
        var file = dataDir.resolve("gpucomm").toAbsolutePath().toString();
        return new Database("jdbc:h2:file:" + file
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;LOCK_TIMEOUT=20000;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0",
                "gpucomm", "");
    }

    /**
     * Returns a PostgreSQL database for a JDBC URL or one in psql's form ({@code postgresql://user:password@host:port/name}).
     *
     * @param environment environment variables; PGUSER and PGPASSWORD are the defaults for user and password
     * @throws IllegalArgumentException if it is not the URL of a PostgreSQL database
     */
    public static Database postgresql(String url, @Nullable String user, Map<String, String> environment) {
        var text = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        if (!text.matches("postgres(ql)?:.*")) {
            throw new IllegalArgumentException("--db-url must be a PostgreSQL URL such as "
                    + "jdbc:postgresql://localhost:5432/gpucomm, was '" + withoutPassword(url) + "'");
        }
        var uri = parsed(text);
        var login = login(uri);
        var query = parameters(uri.getRawQuery());
        var name = first(user, part(login, 0), query.remove("user"), environment.get("PGUSER"));
        var password = first(part(login, 1), query.remove("password"), environment.get("PGPASSWORD"));
        query.putIfAbsent("reWriteBatchedInserts", "true");
        query.putIfAbsent("ApplicationName", "gpucomm");
        return new Database("jdbc:postgresql:" + address(uri) + "?" + joined(query), name, password);
    }

    /** Returns whether the database is PostgreSQL; otherwise it is H2. */
    public boolean isPostgresql() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** Returns the migrations that create its tables and views; some views differ between the products. */
    public FluentConfiguration migrations() {
        return Flyway.configure().dataSource(url, user, password).locations("classpath:db/migration",
                "classpath:db/rows/" + (isPostgresql() ? "postgresql" : "h2"));
    }

    private static URI parsed(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--db-url is no URL: " + withoutPassword(text), e);
        }
        if (!uri.isOpaque() && !Arrays.stream(hosts(uri).split(",")).allMatch(HOST.asMatchPredicate())) {
            throw new IllegalArgumentException(
                    "--db-url must be HOST or HOST:PORT behind //, the port a number, was '" + withoutPassword(text)
                            + "'");
        }
        return uri;
    }

    /** Returns the hosts, separated by commas: PostgreSQL's driver accepts several. */
    private static String hosts(URI uri) {
        var authority = authority(uri);
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    /** Returns user and password, as far as the URL has them. {@link URI} does not find them before several hosts. */
    private static String[] login(URI uri) {
        var authority = authority(uri);
        int end = authority.lastIndexOf('@');
        return end < 0 ? new String[0] : authority.substring(0, end).split(":", 2);
    }

    private static String authority(URI uri) {
        return uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    }

    private static String address(URI uri) {
        if (uri.isOpaque()) {
            return uri.getRawSchemeSpecificPart().replaceAll("\\?.*", "");
        }
        return "//" + hosts(uri) + uri.getRawPath();
    }

    private static Map<String, String> parameters(@Nullable String rawQuery) {
        var parameters = new LinkedHashMap<String, String>();
        if (rawQuery != null) {
            for (var pair : rawQuery.split("&")) {
                int equals = pair.indexOf('=');
                parameters.put(equals < 0 ? pair : pair.substring(0, equals),
                        equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String joined(Map<String, String> parameters) {
        var pairs = parameters.entrySet().stream().map(
                pair -> pair.getKey() + "=" + java.net.URLEncoder.encode(pair.getValue(), StandardCharsets.UTF_8));
        return String.join("&", pairs.toList());
    }

    private static @Nullable String part(String[] parts, int index) {
        return index < parts.length ? decoded(parts[index]) : null;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static @Nullable String first(@Nullable String... candidates) {
        for (var candidate : candidates) {
            if (candidate != null && !candidate.isEmpty()) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns a URL without its secrets, for display. */
    public static String withoutPassword(String url) {
        return url.replaceAll("//[^/@]*@", "//…@").replaceAll("(?i)(password=)[^&]*", "$1…");
    }

    @Override
    public String toString() {
        return withoutPassword(url);
    }
}
