package org.gpucomm.runner.collective;

/** Types of elements, with the numbers of {@code native/include/gpucomm.h} and the names of nccl-tests. */
public enum ElementType {
    INT8("int8", 1, 1),
    UINT8("uint8", 2, 1),
    INT32("int32", 3, 4),
    UINT32("uint32", 4, 4),
    INT64("int64", 5, 8),
    UINT64("uint64", 6, 8),
    HALF("half", 7, 2),
    FLOAT("float", 8, 4),
    DOUBLE("double", 9, 8),
    BFLOAT16("bfloat16", 10, 2),
    FLOAT8E4M3("f8e4m3", 11, 1),
    FLOAT8E5M2("f8e5m2", 12, 1);

    private final String text;
    private final int number;
    private final int bytes;

    ElementType(String text, int number, int bytes) {
        this.text = text;
        this.number = number;
        this.bytes = bytes;
    }

    /** Returns the name as nccl-tests prints it. */
    public String text() {
        return text;
    }

    /** Returns the number of the type in kernels and shims. */
    public int number() {
        return number;
    }

    /** Returns the size of an element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Returns whether this is an 8-bit floating-point type. NCCL reduces these only on GPUs of compute capability 9.0 and later. */
    public boolean isFloat8() {
        return this == FLOAT8E4M3 || this == FLOAT8E5M2;
    }

    /** Returns the factor of a rank for a mulsum, as the bits of an element: 1 for even ranks, 2 for odd ones. */
    public long scalarBits(int rank) {
        boolean two = (rank & 1) == 1;
        return switch (this) {
            case INT8, UINT8, INT32, UINT32, INT64, UINT64 -> two ? 2 : 1;
            case HALF -> Short.toUnsignedLong(Float.floatToFloat16(two ? 2 : 1));
            case FLOAT -> Float.floatToIntBits(two ? 2 : 1);
            case DOUBLE -> Double.doubleToLongBits(two ? 2 : 1);
            case BFLOAT16 -> Float.floatToIntBits(two ? 2 : 1) >>> 16;
            case FLOAT8E4M3 -> two ? 0x40 : 0x38;
            case FLOAT8E5M2 -> two ? 0x40 : 0x3C;
        };
    }
}
