package org.gpucomm.results.format.libefaxx;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** What Libefaxx's experiments print: tables with a group of columns a variant. */
public final class LibefaxxFormat implements Format.OfSection {

    @Override
    public String id() {
        return "libefaxx";
    }

    @Override
    public String description() {
        return "output of Libefaxx's experiments: sendrecv, write, all2all, proxy, ipc, queue";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return Banner.isTitle(line) || Banner.isSetting(line) || !TextHeader.of(line).isEmpty();
    }

    @Override
    public Parser open(Log log) {
        return new LibefaxxParser(log);
    }
}
