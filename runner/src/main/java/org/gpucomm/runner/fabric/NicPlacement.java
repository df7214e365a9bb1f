package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.runner.rig.Setup;

/**
 * Interfaces and cores of a seat.
 *
 * @param gpu     PCI address of the first of its GPUs; empty if it has none
 * @param domains names of the libfabric domains, one per interface
 * @param cores   one processor for each of its cores
 * @param text    text for the list of ranks, for example {@code GPU 0000:53:00.0: rdmap79s0-rdm rdmap80s0-rdm}
 */
record NicPlacement(String gpu, List<String> domains, List<Integer> cores, String text) {

    NicPlacement {
        domains = List.copyOf(domains);
        cores = List.copyOf(cores);
    }

    Setup.SeatName place(int number) {
        return new Setup.SeatName("seat " + number, text, "the network");
    }
}
