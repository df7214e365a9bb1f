package org.gpucomm.runner.ffi.nccl;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;

/** Codes of {@code nccl.h} for types and reductions, and the NCCL version that introduced each. */
final class NcclCodes {

    private NcclCodes() {}

    /** Returns the value of ncclDataType_t. */
    static int of(ElementType type) {
        return switch (type) {
            case INT8 -> 0;
            case UINT8 -> 1;
            case INT32 -> 2;
            case UINT32 -> 3;
            case INT64 -> 4;
            case UINT64 -> 5;
            case HALF -> 6;
            case FLOAT -> 7;
            case DOUBLE -> 8;
            case BFLOAT16 -> 9;
            case FLOAT8E4M3 -> 10;
            case FLOAT8E5M2 -> 11;
        };
    }

    /** Returns the value of ncclRedOp_t. MULSUM has no fixed value: ncclRedOpCreatePreMulSum creates one. */
    static int of(Reduction reduction) {
        return switch (reduction) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX -> 2;
            case MIN -> 3;
            case AVG -> 4;
            case MULSUM -> throw new IllegalArgumentException("mulsum has no code before it is made");
        };
    }

    static int since(ElementType type) {
        return switch (type) {
            case BFLOAT16 -> 21000;
            case FLOAT8E4M3, FLOAT8E5M2 -> 22400;
            default -> 0;
        };
    }

    static int since(Reduction reduction) {
        return switch (reduction) {
            case AVG -> 21000;
            case MULSUM -> 21100;
            default -> 0;
        };
    }
}
