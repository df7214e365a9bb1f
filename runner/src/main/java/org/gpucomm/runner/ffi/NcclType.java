package org.gpucomm.runner.ffi;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** NCCL's data types with the codes of {@code nccl.h} and the names of nccl-tests. */
public enum NcclType {
    INT8("int8", 0, 1, 0),
    UINT8("uint8", 1, 1, 0),
    INT32("int32", 2, 4, 0),
    UINT32("uint32", 3, 4, 0),
    INT64("int64", 4, 8, 0),
    UINT64("uint64", 5, 8, 0),
    HALF("half", 6, 2, 0),
    FLOAT("float", 7, 4, 0),
    DOUBLE("double", 8, 8, 0),
    BFLOAT16("bfloat16", 9, 2, 21000),
    FLOAT8E4M3("f8e4m3", 10, 1, 22400),
    FLOAT8E5M2("f8e5m2", 11, 1, 22400);

    private final String text;
    private final int code;
    private final int bytes;
    private final int since;

    NcclType(String text, int code, int bytes, int since) {
        this.text = text;
        this.code = code;
        this.bytes = bytes;
        this.since = since;
    }

    /** As nccl-tests prints it. */
    public String text() {
        return text;
    }

    public int code() {
        return code;
    }

    /** Size of an element. */
    public int bytes() {
        return bytes;
    }

    /** Whether the 8-bit floating-point types, which reduce only on GPUs of compute capability 9.0 and later. */
    public boolean isFloat8() {
        return this == FLOAT8E4M3 || this == FLOAT8E5M2;
    }

    /** @param version as {@code ncclGetVersion} tells it: 22803 */
    public boolean isIn(int version) {
        return version >= since;
    }

    public static Optional<NcclType> ofText(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(NcclType::text).toList();
    }
}
