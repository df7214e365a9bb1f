package org.gpucomm.runner.rig;

import java.util.OptionalLong;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Workload;

/** One point to measure, before it is. A case is pure: it is made and tested without a device. */
public interface Case {

    /** Returns what identifies the point, and how often it is run. */
    Workload workload();

    /** Returns settings of this case alone, besides {@link Setup#settings}. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns the elements that the operation is called with, where that means something. */
    default OptionalLong elements() {
        return OptionalLong.empty();
    }

    /** Whether the seats' {@link Session#measured} is wanted. */
    default boolean measuresMore() {
        return false;
    }

    /** Returns what is measured, for messages: {@code all_reduce of 8 bytes}. */
    default String title() {
        var size = workload().messageSize();
        var problem = workload().problem();
        return workload().operation().id() + (size != null ? " of " + size.count() + " bytes" : "")
                + (problem != null ? " of " + problem : "");
    }
}
