// What a page shows first comes at once: what is late by more than this comes after the rest, and pushes it down.

const PATIENCE_MS = 1500;

/** Whether all of what a page begins with is there, or has been waited for long enough. */
export class Together {
  #late = $state(false);
  readonly #isThere: () => boolean;
  readonly ready = $derived.by(() => this.#late || this.#isThere());

  /** Within a component: it ends with that. */
  constructor(isThere: () => boolean) {
    this.#isThere = isThere;
    $effect(() => {
      const timer = setTimeout(() => (this.#late = true), PATIENCE_MS);
      return () => clearTimeout(timer);
    });
  }
}
