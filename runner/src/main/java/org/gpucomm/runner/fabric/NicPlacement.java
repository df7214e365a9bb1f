package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.runner.rig.Setup;

/**
 * A seat's interfaces and cores.
 *
 * @param gpu     PCI address of the first of its GPUs; "" if it has none of its own
 * @param domains names of libfabric's domains, one for each interface
 * @param cores   a processor for each of its cores
 * @param text    for the list of ranks: {@code GPU 0000:53:00.0: rdmap79s0-rdm rdmap80s0-rdm}
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
