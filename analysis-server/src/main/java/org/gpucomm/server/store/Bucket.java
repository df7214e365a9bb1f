package org.gpucomm.server.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.figures.parquet.MeasurementTable;
import org.apache.commons.io.function.IOSupplier;
import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Bucket in S3 or a compatible store, configured like AWS's own tools, for example by {@code AWS_ENDPOINT_URL} or a profile. */
final class Bucket implements Store {

    private static final Pattern ADDRESS = Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([^?#]*))?");
    /** Object that is written to test whether writing works. */
    private static final String PROBE = "writable";
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    /** Timeout of requests that transfer no file, since the caller may have locked rows of the database. */
    private static final AwsRequestOverrideConfiguration SHORT = AwsRequestOverrideConfiguration.builder()
            .apiCallTimeout(Duration.ofSeconds(10)).build();
    /** Validity of the total size, which takes a request per thousand names. */
    private static final Duration COUNTED = Duration.ofMinutes(15);

    private final S3Client s3;
    private final String bucket;
    private final String prefix;
    private final AtomicLong since = new AtomicLong();
    private long counted;
    private @Nullable Long countedAt;

    private Bucket(S3Client s3, String bucket, String prefix) {
        this.s3 = s3;
        this.bucket = bucket;
        this.prefix = prefix;
    }

    /** Returns the bucket at an address. @throws IllegalArgumentException if it cannot be used; the message gives the reason */
    static Bucket of(String address) {
        var parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a store must be s3://BUCKET/PREFIX, was '" + address + "'");
        }
        var prefix = Optional.ofNullable(parts.group(2)).filter(path -> !path.isEmpty())
                .map(path -> path.endsWith("/") ? path : path + "/").orElse("");
        try {
            return new Bucket(client(), parts.group(1), prefix);
        } catch (SdkException e) {
            throw new IllegalArgumentException("the store " + address + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static S3Client client() {
        var builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder().connectionTimeout(CONNECT).socketTimeout(SILENCE));
        if (isElsewhere()) {
            // Other stores than Amazon's have no host name for each bucket, and often no regions.
            builder.forcePathStyle(true).region(region());
        }
        return builder.build();
    }

    private static boolean isElsewhere() {
        return Stream.of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").anyMatch(name -> System.getenv(name) != null)
                || Stream.of("aws.endpointUrlS3", "aws.endpointUrl").anyMatch(name -> System.getProperty(name) != null);
    }

    private static Region region() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkException none) {
            return Region.US_EAST_1;
        }
    }

    @Override
    public void keep(String name, Path file) throws IOException {
        long size = Files.size(file);
        ask(prefix + name, () -> s3.putObject(put -> put.bucket(bucket).key(prefix + name), file));
        since.addAndGet(Store.isTable(name) ? 0 : size);
    }

    @Override
    public InputStream open(String name) throws IOException {
        var key = prefix + name;
        return new NamedStream(ask(key, () -> s3.getObject(get -> get.bucket(bucket).key(key))), key);
    }

    @Override
    public boolean has(String name) throws IOException {
        try {
            ask(prefix + name, () -> s3.headObject(
                    head -> head.bucket(bucket).key(prefix + name).overrideConfiguration(SHORT)));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void erase(String name) throws IOException {
        ask(prefix + name, () -> s3.deleteObject(
                delete -> delete.bucket(bucket).key(prefix + name).overrideConfiguration(SHORT)));
    }

    @Override
    public Set<String> tables() throws IOException {
        var folder = prefix + MeasurementTable.FOLDER + "/";
        return ask(folder,
                () -> s3.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(folder)).contents().stream()
                        .map(object -> object.key().substring(prefix.length())).collect(Collectors.toSet()));
    }

    @Override
    public Optional<Path> tableFolder() {
        return Optional.empty();
    }

    @Override
    public synchronized long bytes() throws IOException {
        if (countedAt == null || System.nanoTime() - countedAt > COUNTED.toNanos()) {
            since.set(0);
            counted = ask(prefix, () -> s3.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(prefix)).contents()
                    .stream().filter(object -> !Store.isTable(object.key().substring(prefix.length())))
                    .mapToLong(S3Object::size)
                    .sum());
            countedAt = System.nanoTime();
        }
        return counted + since.get();
    }

    @Override
    public void check() throws IOException {
        ask(PROBE, () -> s3.putObject(
                put -> put.bucket(bucket).key(prefix + PROBE).overrideConfiguration(SHORT), RequestBody.empty()));
    }

    @Override
    public void close() {
        s3.close();
    }

    private <T> T ask(String key, Supplier<T> question) throws IOException {
        try {
            return question.get();
        } catch (SdkException e) {
            throw failure(e, key);
        }
    }

    /** Returns the exception that a disk would throw, so that callers need not know where files are. */
    private FileSystemException failure(SdkException e, String key) {
        var place = "s3://" + bucket + "/" + key;
        if (!(e instanceof S3Exception answer)) {
            return because(e, new FileSystemException(place, null, e.getMessage()));
        }
        if (answer.statusCode() == 404 && !"NoSuchBucket".equals(code(answer))) {
            return because(e, new NoSuchFileException(place));
        }
        boolean full = answer.statusCode() == 507 || code(answer).matches(".*(StorageFull|QuotaExceeded).*");
        return because(e, new FileSystemException(place, null,
                (full ? "No space left: " : "") + answer.statusCode() + " " + code(answer)));
    }

    private static String code(S3Exception answer) {
        return Optional.ofNullable(answer.awsErrorDetails()).map(details -> String.valueOf(details.errorCode()))
                .orElse("");
    }

    private static FileSystemException because(SdkException cause, FileSystemException e) {
        e.initCause(cause);
        return e;
    }

    /** Stream whose failures are reported like those of {@link #ask}, so that an import is retried. */
    private final class NamedStream extends FilterInputStream {

        private final String key;

        private NamedStream(InputStream in, String key) {
            super(in);
            this.key = key;
        }

        @Override
        public int read() throws IOException {
            return read(() -> in.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read(() -> in.read(bytes, offset, length));
        }

        private int read(IOSupplier<Integer> reading) throws IOException {
            try {
                return reading.get();
            } catch (SdkException e) {
                throw failure(e, key);
            } catch (IOException e) {
                var failure = new FileSystemException("s3://" + bucket + "/" + key, null, e.getMessage());
                failure.initCause(e);
                throw failure;
            }
        }
    }
}
