package org.gpucomm.results.format.nccltests;

import java.util.Map;

/** nccl-tests' data types and their sizes in bytes ({@code test_typenames} and {@code wordSize} of its sources). */
final class DataType {

    private static final Map<String, Integer> SIZES = Map.ofEntries(Map.entry("int8", 1), Map.entry("char", 1),
            Map.entry("uint8", 1), Map.entry("int32", 4), Map.entry("int", 4), Map.entry("uint32", 4),
            Map.entry("int64", 8), Map.entry("uint64", 8), Map.entry("half", 2), Map.entry("float", 4),
            Map.entry("double", 8), Map.entry("bfloat16", 2), Map.entry("f8e4m3", 1), Map.entry("f8e5m2", 1),
            Map.entry("fp8_e4m3", 1), Map.entry("fp8_e5m2", 1));

    private DataType() {}

    static boolean isOne(String name) {
        return SIZES.containsKey(name);
    }

    /** Bytes of one element; 0 if the type is not known. */
    static int size(String name) {
        return SIZES.getOrDefault(name, 0);
    }
}
