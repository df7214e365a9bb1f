// Shows the first parts of a page together; a part that takes longer than this appears later and pushes the rest down.

const PATIENCE_MS = 1500;

/** Whether all first parts of a page are loaded, or the waiting time is over. */
export class Together {
  #late = $state(false);
  readonly #isThere: () => boolean;
  readonly ready = $derived.by(() => this.#late || this.#isThere());

  /** Call this in a component; the timer ends with it. */
  constructor(isThere: () => boolean) {
    this.#isThere = isThere;
    $effect(() => {
      const timer = setTimeout(() => (this.#late = true), PATIENCE_MS);
      return () => clearTimeout(timer);
    });
  }
}
