import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites jars without compression: {@code java build/StoreJars.java JAR …}. One gzip stream over all of them is a quarter smaller than
 * jars that are compressed one entry at a time, and a start does not inflate classes. DuckDB's jar has its native library for four
 * platforms: that of this one goes beside the jar, where DuckDB looks for it, and the others are left out.
 */
final class StoreJars {

    private static final String NATIVE = "libduckdb_java.so_";
    private static final String NATIVE_HERE = NATIVE + platform();

    private StoreJars() {}

    public static void main(String[] jars) throws IOException {
        for (var jar : jars) {
            store(Path.of(jar));
        }
    }

    private static void store(Path jar) throws IOException {
        var stored = Files.createTempFile(jar.toAbsolutePath().getParent(), "stored", ".jar");
        try (var in = new ZipFile(jar.toFile()); var out = new ZipOutputStream(Files.newOutputStream(stored))) {
            for (var entries = in.entries(); entries.hasMoreElements();) {
                var entry = entries.nextElement();
                byte[] bytes;
                try (var content = in.getInputStream(entry)) {
                    bytes = content.readAllBytes();
                }
                if (entry.getName().equals(NATIVE_HERE)) {
                    Files.write(jar.resolveSibling(NATIVE_HERE), bytes);
                }
                if (!entry.getName().startsWith(NATIVE)) {
                    out.putNextEntry(stored(entry, bytes));
                    out.write(bytes);
                }
            }
        }
        // A temporary file is for its owner alone.
        Files.setPosixFilePermissions(stored, Files.getPosixFilePermissions(jar));
        // A cache of what a start needs names jars by their times, and one that is rewritten again is the same.
        Files.setLastModifiedTime(stored, Files.getLastModifiedTime(jar));
        Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static ZipEntry stored(ZipEntry entry, byte[] bytes) {
        var checksum = new CRC32();
        checksum.update(bytes);
        var stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(entry.getTimeLocal());
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(bytes.length);
        stored.setCrc(checksum.getValue());
        return stored;
    }

    private static String platform() {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var machine = System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64";
        return (system.startsWith("mac") ? "macos" : system.startsWith("windows") ? "windows" : "linux") + "_" + machine;
    }
}
