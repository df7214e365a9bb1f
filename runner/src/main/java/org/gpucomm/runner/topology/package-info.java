/** What sysfs tells about this host: GPUs and network interfaces on the PCI bus, which of them are near, the instance type. */
@NullMarked
package org.gpucomm.runner.topology;

import org.jspecify.annotations.NullMarked;
