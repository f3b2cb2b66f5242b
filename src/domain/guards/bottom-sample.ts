/** A value of a sample, and the stored part of it. */
export interface Sampled<T> {
  hash: number
  /** Exact number of occurrences: a value that stays in the sample was in it from its first occurrence. */
  count: number
  kept: T
}

/**
 * Samples the values with the smallest hashes. The order does not matter, so the samples of two copies have the same rows. Its
 * memory does not grow with the values.
 */
export class BottomSample<T> {
  readonly #size: number
  /** Up to twice the sample size, so dropping values with larger hashes is rare. */
  readonly #entries = new Map<number, Sampled<T>>()
  /** Largest hash that may still enter the sample. */
  #largest = Number.POSITIVE_INFINITY

  constructor(size: number) {
    this.#size = size
  }

  /** Counts a value, and keeps the result of `keep()` at its first occurrence. */
  add(hash: number, keep: () => T): void {
    if (hash > this.#largest) return
    const entry = this.#entries.get(hash)
    if (entry) {
      entry.count += 1
      return
    }
    this.#entries.set(hash, { hash, count: 1, kept: keep() })
    if (this.#entries.size >= 2 * this.#size) this.#shrink()
  }

  /** Whether the sample has every value. */
  get isWhole(): boolean {
    return this.#largest === Number.POSITIVE_INFINITY && this.#entries.size <= this.#size
  }

  /** From the smallest hash to the largest. */
  entries(): Sampled<T>[] {
    return this.#sorted().slice(0, this.#size)
  }

  /** Number of different values, estimated if the sample is not whole. */
  distinct(): number {
    if (this.isWhole) return this.#entries.size
    const largest = this.entries().at(-1)?.hash ?? 0
    return Math.round(((this.#size - 1) * 2 ** 32) / largest)
  }

  #sorted(): Sampled<T>[] {
    return [...this.#entries.values()].sort((one, other) => one.hash - other.hash)
  }

  #shrink(): void {
    const sorted = Float64Array.from(this.#entries.keys()).sort()
    for (const hash of sorted.subarray(this.#size)) this.#entries.delete(hash)
    this.#largest = sorted[this.#size - 1] ?? 0
  }
}
