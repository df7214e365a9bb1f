package org.gpucomm.runner.rig;

import java.util.OptionalLong;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Workload;

/** Point to be measured. A case needs no device, so it can be tested without one. */
public interface Case {

    /** Returns the workload, which identifies the point and has the number of iterations. */
    Workload workload();

    /** Returns the settings of this case in addition to {@link Setup#settings}. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns the number of elements that the operation is called with; empty if not applicable. */
    default OptionalLong elements() {
        return OptionalLong.empty();
    }

    /** Returns whether to collect {@link Session#measured} of all seats. */
    default boolean measuresMore() {
        return false;
    }

    /** Returns a title for messages, for example {@code all_reduce of 8 bytes}. */
    default String title() {
        var size = workload().messageSize();
        var problem = workload().problem();
        return workload().operation().id() + (size != null ? " of " + size.count() + " bytes" : "")
                + (problem != null ? " of " + problem : "");
    }
}
