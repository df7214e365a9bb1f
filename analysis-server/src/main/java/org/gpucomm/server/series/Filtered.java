package org.gpucomm.server.series;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.web.ReadOnlySnapshot;
import org.gpucomm.server.web.OwnParameters;

/** Marker for an endpoint that takes a {@link Filter} from the request itself, and answers over one snapshot of the tables. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ReadOnlySnapshot
@OwnParameters
public @interface Filtered {

    /** Returns whether the endpoint also filters by days, with {@link Filter#withDays}. */
    boolean days() default true;
}
