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

/**
 * Database of a server, as JDBC names it.
 *
 * @param user     null where the URL or the server's configuration says
 * @param password null likewise
 */
public record Database(String url, @Nullable String user, @Nullable String password) {

    private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:]*)(:[0-9]{1,5})?");

    /**
     * H2 in a file of the data directory. It behaves as PostgreSQL does where the two differ, so that both take the same
     * SQL, and writes its file at each commit, so that a killed server loses nothing that it said it had.
     */
    public static Database inDirectory(Path dataDir) {
        var file = dataDir.resolve("gpucomm").toAbsolutePath().toString();
        return new Database("jdbc:h2:file:" + file
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;LOCK_TIMEOUT=20000;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0",
                "gpucomm", "");
    }

    /**
     * PostgreSQL, by a JDBC URL or by one as psql takes it ({@code postgresql://user:password@host:port/name}).
     *
     * @param environment the process's variables; PGUSER and PGPASSWORD serve where nothing else says
     * @throws IllegalArgumentException when it is no URL of a PostgreSQL
     */
    public static Database postgresql(String url, @Nullable String user, Map<String, String> environment) {
        var text = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        if (!text.matches("postgres(ql)?:.*")) {
            throw new IllegalArgumentException("--db-url must be a PostgreSQL URL such as "
                    + "jdbc:postgresql://localhost:5432/gpucomm, was '" + withoutPassword(url) + "'");
        }
        var uri = parsed(text);
        var login = uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
        var query = parameters(uri.getRawQuery());
        var name = first(user, part(login, 0), query.remove("user"), environment.get("PGUSER"));
        var password = first(part(login, 1), query.remove("password"), environment.get("PGPASSWORD"));
        query.putIfAbsent("reWriteBatchedInserts", "true");
        query.putIfAbsent("ApplicationName", "gpucomm");
        return new Database("jdbc:postgresql:" + address(uri) + "?" + joined(query), name, password);
    }

    /** Returns whether it is PostgreSQL; else it is H2. */
    public boolean isPostgresql() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** Returns what makes its tables and views; some of the views have other words on each product. */
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

    /** PostgreSQL's driver takes several, by commas. */
    private static String hosts(URI uri) {
        var authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        return authority.substring(authority.lastIndexOf('@') + 1);
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

    /** Returns what may be shown of a URL. */
    public static String withoutPassword(String url) {
        return url.replaceAll("//[^/@]*@", "//…@").replaceAll("(?i)(password=)[^&]*", "$1…");
    }

    @Override
    public String toString() {
        return withoutPassword(url);
    }
}
