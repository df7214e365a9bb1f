/** Running and resuming plans: each step in processes of its own, on this host or in a job of Slurm or Kubernetes. */
@NullMarked
package org.gpucomm.runner.submit;

import org.jspecify.annotations.NullMarked;
