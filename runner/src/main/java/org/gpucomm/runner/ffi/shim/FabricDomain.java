package org.gpucomm.runner.ffi.shim;

import java.util.Optional;

/**
 * Domain of libfabric: a network interface, or the provider's equivalent.
 *
 * @param provider       provider name, for example {@code efa}, {@code tcp;ofi_rxm} or {@code shm}
 * @param name           domain name, for example {@code rdmap79s0-rdm} or {@code lo}
 * @param transmitDepth  maximum number of transfers in flight
 * @param pci            PCI address packed in 36 bits; -1 if unknown
 */
public record FabricDomain(String provider, String name, long transmitDepth, long pci) {

    /** Returns the PCI address in the notation of sysfs, for example {@code 0000:4f:00.0}; empty if unknown. */
    public Optional<String> pciAddress() {
        return pci < 0
                ? Optional.empty()
                : Optional.of("%04x:%02x:%02x.%x".formatted(pci >> 20, pci >> 12 & 0xff, pci >> 4 & 0xff, pci & 0xf));
    }
}
