package org.gpucomm.server.scaling;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.scaling.ScalingCurves;
import org.gpucomm.analysis.series.RunFlag;
import org.gpucomm.server.series.RunFlags;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.stereotype.Component;

/** Curves along GPUs of stored runs. */
@Component
class StoredScaling {

    private final StoredCurves stored;
    private final RunFlags flags;

    StoredScaling(StoredCurves stored, RunFlags flags) {
        this.stored = stored;
        this.flags = flags;
    }

    /** @throws BadParameter if more measurements match than one answer may hold */
    ScalingCurves of(Filter filter) {
        return ScalingCurves.of(stored.heads(filter),
                usable -> stored.points(usable, filter).orElseThrow(() -> tooMany(usable)));
    }

    private static BadParameter tooMany(List<CurveHead> heads) {
        return new BadParameter(heads.stream().mapToLong(CurveHead::points).sum()
                + " measurements match, which are too many for one answer; choose more narrowly, such as one GPU, one placement, "
                + "some message sizes or some days");
    }

    /** Returns the flags of the runs on curves, by run id. */
    Map<String, List<RunFlag>> flags(ScalingCurves answer) {
        return flags.byRunId(answer.heads());
    }

    /** Counts the runs of later uploads that a filter with {@link Filter#until()} leaves out. */
    long later(Filter filter) {
        return stored.later(filter).stream().filter(CurveHead::isTimed).map(CurveHead::run).distinct().count();
    }
}
