package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.results.upload.DataFolder;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.store.Store;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that starts the server and runs until it is stopped. */
@Command(name = "serve", mixinStandardHelpOptions = true,
        description = "Starts the server with its dashboard; prints the address when it is ready.",
        footer = {"", "Exit code 0; 2 usage; 3 if the port or the data directory is in use, or the database is away."})
public final class ServeCommand extends TerminalCommand {

    private static final int ENVIRONMENT = 3;

    /**
     * Number of platform threads that carry the virtual threads of requests. Java's default is one per core, and a virtual thread that
     * computes occupies its carrier until it blocks, so a few computing requests would stop all others. This number exceeds the limits of
     * concurrent computations (see ConcurrencyLimiter) and of database connections (see Storage) together; the operating system shares the
     * time among them.
     */
    private static final int THREADS = 64;

    @Option(names = "--port", defaultValue = "8080", paramLabel = "N",
            description = "Port to listen on, 0 for a free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--address", defaultValue = "127.0.0.1", paramLabel = "A",
            description = "Address to listen on. Another than loopback needs a token. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Option(names = "--management-port", defaultValue = "${env:GPUCOMM_MANAGEMENT_PORT:-0}", paramLabel = "N",
            description = "A second port for health and metrics alone, which has threads of its own: for what watches the server "
                    + "and starts it again. 0 for none; both are at --port too. Default: GPUCOMM_MANAGEMENT_PORT, or 0.")
    private int managementPort;

    @Mixin
    private AccessOptions access = new AccessOptions();

    @Option(names = "--data-dir", paramLabel = "DIR",
            description = "Where uploads and the database lie. Default: gpucomm in the platform's folder for data.")
    private @Nullable Path dataDir;

    @Option(names = "--store", paramLabel = "s3://BUCKET/PREFIX",
            description = "A bucket of S3 for the bytes of uploads, in place of the data directory. Region, credentials and "
                    + "endpoint: as AWS's own tools find them (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL, profiles).")
    private @Nullable String store;

    @Mixin
    private ServerLimits limits = new ServerLimits();

    @Option(names = "--alert-webhook", paramLabel = "URL", defaultValue = "${env:GPUCOMM_ALERT_WEBHOOK}",
            description = "Post here when a run is flagged or a history changes (Slack, or anything that takes JSON). The variable "
                    + "GPUCOMM_ALERT_WEBHOOK is not visible to others on this machine. Default: no messages.")
    private @Nullable String alertWebhook;

    @Option(names = "--db-url", paramLabel = "URL", description = "A PostgreSQL instead of the database in the data "
            + "directory: jdbc:postgresql://HOST/NAME. User and password: in the URL, or PGUSER and PGPASSWORD.")
    private @Nullable String databaseUrl;

    @Option(names = "--db-user", paramLabel = "NAME", description = "User of that PostgreSQL.")
    private @Nullable String databaseUser;

    @Option(names = "--hardware", paramLabel = "FILE",
            description = "Your own hardware profiles (YAML), asked before those that come with gpucomm.")
    private @Nullable Path hardware;

    @Option(names = "--no-bundled",
            description = "Do not load the published results that come with gpucomm. Those that an "
                    + "earlier start has loaded stay.")
    private boolean isWithoutBundled;

    @Option(names = "--json-logs", description = "Write the log as JSON, a line each, as collectors of logs read it.")
    private boolean isLoggingJson;

    @Option(names = "--undo", paramLabel = "TIME", defaultValue = "1d",
            description = "How long an upload that was deleted can be put back, such as 10m, 6h or 7d; then its bytes are "
                    + "erased. Default: ${DEFAULT-VALUE}.")
    private String undo = "";

    /** Folder for temporary files. The reference keeps its lock, since unlocked folders are swept. */
    private @Nullable WorkFolder work;

    @Override
    public Integer call() throws InterruptedException {
        var listen = address();
        var secret = given(access::token);
        if (secret == null && !access.isReadOnly() && !listen.isLoopbackAddress()) {
            throw usage("to listen on " + address + " the server needs a token, since others can reach it there: give "
                    + "--token-file F or set " + AccessOptions.TOKEN + " (openssl rand -hex 16 makes one)");
        }
        if (access.isReadOnly() && limits.isAnyRate()) {
            throw usage("--read-only is for servers that anyone may reach: --requests-per-client must not be 0");
        }
        access.problem(secret).or(limits::problem).ifPresent(problem -> {
            throw usage(problem);
        });
        var webhook = webhook();
        checkHardware();
        var directory = dataDir != null
                ? dataDir.toAbsolutePath().normalize()
                : DataFolder.ofThisUser();
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw usage("--data-dir must name a folder, and " + directory + " is a file");
        }
        var database = database(directory);
        try (var files = given(() -> Store.at(store, directory))) {
            Files.createDirectories(directory);
            checkPort(listen, "--port", port);
            checkPort(listen, "--management-port", managementPort);
            work = WorkFolder.in(directory.resolve("work"));
            return serve(new Storage(database), files, settings(listen, secret, webhook, directory, work.path()));
        } catch (BindException e) {
            return fail(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return fail("cannot use the data directory " + directory + ": " + FailureWords.of(e));
        } catch (RuntimeException e) {
            return fail(new StartFailure(e, directory, database).message());
        }
    }

    private int serve(Storage storage, Store files, Map<String, Object> settings) throws InterruptedException {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(THREADS));
        var application = Application.create();
        application.addInitializers(context -> {
            // Logging is set up only now.
            storage.open();
            context.getBeanFactory().registerSingleton("storage", storage);
            context.getBeanFactory().registerSingleton("store", files);
        });
        application.addListeners((ApplicationListener<ApplicationStartedEvent>) started -> storage.await());
        application.setDefaultProperties(settings);
        var closed = new CountDownLatch(1);
        var context = application.run();
        context.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                closed.countDown();
            }
        });
        out().println("gpucomm is at " + url(context));
        out().flush();
        closed.await();
        return 0;
    }

    private String url(ConfigurableApplicationContext context) {
        int actual = Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer()).getPort();
        boolean everywhere = address.equals("0.0.0.0") || address.equals("::");
        var host = everywhere ? "127.0.0.1" : address.contains(":") ? "[" + address + "]" : address;
        return "http://" + host + ":" + actual + "/" + (everywhere ? " and every other address of this machine" : "");
    }

    private Map<String, Object> settings(InetAddress listen, @Nullable String secret, String webhook, Path directory,
            Path work) {
        var settings = new HashMap<String, Object>();
        settings.put("server.port", port);
        settings.put("server.address", listen.getHostAddress());
        settings.put("gpucomm.address", listen.getHostAddress());
        settings.put("gpucomm.data-dir", directory.toString());
        // In the machine's folder for temporary files, those of a killed server would stay for ever.
        settings.put("server.tomcat.basedir", work.toString());
        settings.put("gpucomm.work-dir", work.toString());
        settings.put("gpucomm.bundled", !isWithoutBundled);
        settings.put("gpucomm.undo", undoTime());
        settings.put("management.health.diskspace.path", directory.toString());
        settings.put("management.metrics.system.diskspace.paths", directory.toString());
        if (isLoggingJson) {
            settings.put("logging.config", "classpath:logback-json.xml");
        }
        settings.put("gpucomm.management-port", managementPort);
        settings.putAll(access.settings(secret));
        settings.putAll(limits.settings());
        if (!webhook.isEmpty()) {
            settings.put("gpucomm.alert-webhook", webhook);
        }
        if (hardware != null) {
            settings.put("gpucomm.hardware", hardware.toAbsolutePath().toString());
        }
        return settings;
    }

    /** Returns the URL for alerts; empty if there is none. It is a secret for many services, so the error message does not have it. */
    private String webhook() {
        var url = alertWebhook == null ? "" : alertWebhook.strip();
        if (!url.isEmpty() && !url.matches("https?://[^/?#\\s]+(/\\S*)?")) {
            throw usage("--alert-webhook must be a URL such as https://hooks.example.org/…");
        }
        return url;
    }

    private Duration undoTime() {
        try {
            var time = DurationStyle.SIMPLE.parse(undo);
            if (!time.isNegative()) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw usage("--undo must be a time such as 10m, 6h or 7d, was '" + undo + "'");
    }

    /** Checks the file now, so that an error in it is reported by the command, not as a stack trace of the start. */
    private void checkHardware() {
        if (hardware != null) {
            try {
                Profiles.bundled().and(hardware);
            } catch (IOException e) {
                throw usage("--hardware: " + FailureWords.of(e));
            }
        }
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw usage("--address must be an address of this machine, was '" + address + "'");
        }
    }

    private Database database(Path directory) {
        if (databaseUrl == null) {
            if (databaseUser != null) {
                throw usage("--db-user goes with --db-url");
            }
            return Database.inDirectory(directory);
        }
        return given(() -> Database.postgresql(databaseUrl, databaseUser, System.getenv()));
    }

    /** Checks that a port is free before a second server on the same data would fail to open the database. */
    private void checkPort(InetAddress listen, String option, int number) throws IOException {
        if (number < 0 || number > 65535) {
            throw usage(option + " must be from 0 to 65535, was " + number);
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listen, number));
        } catch (BindException e) {
            throw new BindException("port " + number + " is in use on " + address
                    + ": stop what uses it, or choose another by " + option);
        }
    }

    private int fail(String message) {
        complain(message);
        return ENVIRONMENT;
    }
}
