/** Runs plans: each step in processes of its own, on this host or as a job of Slurm or Kubernetes, and resumes them. */
@NullMarked
package org.gpucomm.runner.submit;

import org.jspecify.annotations.NullMarked;
