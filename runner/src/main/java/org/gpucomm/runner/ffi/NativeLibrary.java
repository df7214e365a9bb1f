package org.gpucomm.runner.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Loaded shared library. It is never unloaded, because CUDA and NCCL do not support unloading. */
public final class NativeLibrary {

    private static final int RTLD_LAZY = 1;

    private final String name;
    private final SymbolLookup symbols;
    private final String path;

    private NativeLibrary(String name, SymbolLookup symbols, String path) {
        this.name = name;
        this.symbols = symbols;
        this.path = path;
    }

    static NativeLibrary ofTheProcess() {
        return new NativeLibrary("C library", Linker.nativeLinker().defaultLookup(), "of this process");
    }

    /**
     * Loads and binds the first candidate that loads. A missing file, a missing function or a failed initialisation gives
     * {@link Availability.Absent}.
     */
    public static <T> Availability<T> load(String name, List<String> candidates, Function<NativeLibrary, T> binding) {
        var reasons = new ArrayList<String>();
        for (var candidate : candidates) {
            var before = mappedLibraries();
            var loaded = lookup(candidate);
            if (loaded.isPresent()) {
                try {
                    return new Availability.Present<>(
                            binding.apply(new NativeLibrary(name, loaded.get(), pathOf(candidate, before))));
                } catch (UnsatisfiedLinkError | NativeCallException e) {
                    return new Availability.Absent<>(name, List.of(String.valueOf(e.getMessage())));
                }
            }
            reasons.add(loadersReason(candidate));
        }
        return new Availability.Absent<>(name, reasons);
    }

    public String name() {
        return name;
    }

    /** Returns the loaded file according to the memory map of the process, or the requested name if the map does not show the file. */
    public String path() {
        return path;
    }

    /**
     * Returns the functions of the library. Calling a function that the library lacks throws the error of {@link #address}.
     *
     * @param table interface that declares the functions
     */
    public <T extends FunctionTable> T functions(Class<T> table) {
        return FunctionTable.of(this, table);
    }

    /** Returns whether the library has all of these functions. */
    public boolean has(String... names) {
        return Stream.of(names).allMatch(each -> symbols.find(each).isPresent());
    }

    /**
     * Returns the address of the first function that the library has.
     *
     * @throws UnsatisfiedLinkError if the library has none of the functions; the message names library, file and functions
     */
    public MemorySegment address(String... names) {
        return Stream.of(names).flatMap(each -> symbols.find(each).stream()).findFirst()
                .orElseThrow(() -> new UnsatisfiedLinkError(name + " (" + path + ") has no function "
                        + String.join(" or ", names) + "; it is too old or not " + name));
    }

    /**
     * Returns the int that a function writes to its only argument, for example a version.
     *
     * @throws NativeCallException if the function returns an error
     */
    public int number(String call, ToIntFunction<MemorySegment> function) {
        try (var arena = Arena.ofConfined()) {
            var number = arena.allocate(ValueLayout.JAVA_INT);
            int code = function.applyAsInt(number);
            if (code != 0) {
                throw new NativeCallException(name, call, code, "no version");
            }
            return number.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /** Returns the C string at an address; empty for NULL. */
    @SuppressWarnings("restricted")
    public static String string(MemorySegment address) {
        return address.address() == 0 ? "" : address.reinterpret(Long.MAX_VALUE).getString(0);
    }

    /** Returns the struct at an address, of the given size in bytes. */
    @SuppressWarnings("restricted")
    public static MemorySegment struct(MemorySegment address, long bytes) {
        return address.reinterpret(bytes);
    }

    @SuppressWarnings("restricted")
    private static Optional<SymbolLookup> lookup(String candidate) {
        try {
            return Optional.of(SignalHandlers.kept(() -> SymbolLookup.libraryLookup(candidate, Arena.global())));
        } catch (IllegalArgumentException notLoaded) {
            return Optional.empty();
        }
    }

    /** Returns the error of dlopen, because {@link SymbolLookup#libraryLookup} hides why a library did not load. */
    private static String loadersReason(String candidate) {
        // Links dlerror before dlopen is called: looking up a function clears the last error.
        CLibrary.C.dlerror();
        try (var arena = Arena.ofConfined()) {
            CLibrary.C.dlopen(arena.allocateFrom(candidate), RTLD_LAZY);
        }
        var reason = string(CLibrary.C.dlerror());
        return reason.isEmpty() ? candidate + ": not loaded" : reason;
    }

    private static String pathOf(String candidate, Set<String> before) {
        if (candidate.startsWith("/")) {
            return candidate;
        }
        var now = mappedLibraries();
        int ending = candidate.indexOf(".so");
        var stem = ending < 0 ? candidate : candidate.substring(0, ending + 3);
        return now.stream().filter(file -> file.contains("/" + stem)).filter(file -> !before.contains(file)).findFirst()
                .or(() -> now.stream().filter(file -> file.contains("/" + stem)).findFirst()).orElse(candidate);
    }

    private static Set<String> mappedLibraries() {
        var files = new TreeSet<String>();
        try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
            maps.forEach(line -> {
                int slash = line.indexOf('/');
                if (slash > 0 && line.contains(".so")) {
                    files.add(line.substring(slash));
                }
            });
        } catch (IOException noProc) {
            return Set.of();
        }
        return files;
    }
}
