package org.gpucomm.runner.ffi.shim;

import java.util.Optional;

/**
 * A network interface, or what a provider of libfabric offers in its place.
 *
 * @param provider       {@code efa}, {@code tcp;ofi_rxm}, {@code shm}
 * @param fabric         the network that it is on, as the provider names it
 * @param name           {@code rdmap79s0-rdm}, {@code lo}
 * @param transmitDepth  transfers that may be in flight
 * @param injectBytes    bytes that can be sent without a completion
 * @param bitsPerSecond  0 where the provider does not say
 * @param pci            its place on the PCI bus in 36 bits, -1 where the provider does not say
 */
public record FabricDomain(String provider, String fabric, String name, long transmitDepth, long injectBytes,
        long bitsPerSecond, long pci) {

    /** Returns the place on the PCI bus as sysfs writes it: {@code 0000:4f:00.0}. */
    public Optional<String> pciAddress() {
        return pci < 0
                ? Optional.empty()
                : Optional.of("%04x:%02x:%02x.%x".formatted(pci >> 20, pci >> 12 & 0xff, pci >> 4 & 0xff, pci & 0xf));
    }
}
