package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;

/**
 * Exchange of a Mixture-of-Experts layer: dispatch sends tokens to the ranks of their experts, combine returns the results of the experts.
 * The requested size is that of the tokens of a rank. The reported size is the maximum that a rank receives in dispatch or sends in
 * combine. Bandwidth counts the mean over the ranks, as in DeepEP. Buffers are packed by peer; packing is not measured.
 */
record MoeExchange(Operation operation, Routing routing) implements Collective {

    @Override
    public boolean worksInPlace() {
        return false;
    }

    @Override
    public boolean measuredInPlace() {
        return false;
    }

    @Override
    public NamedValues settings() {
        return routing.settings();
    }

    @Override
    public Optional<String> refuses(int ranks) {
        return routing.experts() % ranks == 0
                ? Optional.empty()
                : Optional.of("--experts " + routing.experts() + " cannot be spread equally over " + ranks + " ranks");
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long tokens = count / routing.hidden();
        var dispatch = routing.exchange(tokens, ranks);
        var exchange = operation == Operation.MOE_DISPATCH ? dispatch : dispatch.reversed();
        return new Layout(exchange.largestSend(), exchange.largestReceive(), tokens, 0, 0, exchange);
    }

    @Override
    public double countedBytes(RankWork work) {
        return (double) work.bytes(exchange(work).total()) / work.ranks();
    }

    @Override
    public List<Piece> given(RankWork work) {
        return Piece.all(exchange(work).sendOffset(work.rank(), work.ranks()), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return exchange(work).expected(work.rank());
    }

    private static Exchange exchange(RankWork work) {
        return Objects.requireNonNull(work.layout().exchange());
    }
}
