package org.gpucomm.results.format.nccltests;

import java.util.Map;

/** nccl-tests' data types and their sizes in bytes ({@code test_typenames} and {@code wordSize} of its sources). */
final class DataType {

    private static final Map<String, Integer> SIZES = Map.ofEntries(Map.entry("int8", 1), Map.entry("char", 1),
            Map.entry("uint8", 1), Map.entry("int32", 4), Map.entry("int", 4), Map.entry("uint32", 4),
            Map.entry("int64", 8), Map.entry("uint64", 8), Map.entry("half", 2), Map.entry("float", 4),
            Map.entry("double", 8), Map.entry("bfloat16", 2), Map.entry("f8e4m3", 1), Map.entry("f8e5m2", 1),
            Map.entry("fp8_e4m3", 1), Map.entry("fp8_e5m2", 1), Map.entry("float8_e4m3", 1),
            Map.entry("float8_e5m2", 1), Map.entry("float16", 2), Map.entry("float32", 4), Map.entry("float64", 8),
            Map.entry("bf16", 2));

    private DataType() {}

    static boolean isOne(String name) {
        return SIZES.containsKey(name);
    }

    /**
     * Returns the floating-point error that versions before 2.13 tolerate for each addition ({@code DeltaMaxValue} of
     * their sources); 0 for whole numbers.
     */
    static double tolerance(String name) {
        return switch (name) {
            case "half", "float16", "bfloat16", "bf16" -> 1e-2;
            case "float", "float32" -> 1e-5;
            case "double", "float64" -> 1e-12;
            default -> 0;
        };
    }

    /** Returns the bytes of one element; 0 if the type is unknown. */
    static int size(String name) {
        return SIZES.getOrDefault(name, 0);
    }
}
