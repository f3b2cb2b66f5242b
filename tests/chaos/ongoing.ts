/** Work that goes on beside other work. */
export interface Ongoing {
  add(work: Promise<void>): void
  /** @throws the first error of any of them */
  settle(): Promise<void>
}

/** Collects ongoing work. Keeps errors until `settle`, so everything else can be repaired and reported first. */
export function collectOngoing(): Ongoing {
  const pending = new Set<Promise<void>>()
  const errors: unknown[] = []
  return {
    add(work) {
      const settled = work.catch((error: unknown) => void errors.push(error)).finally(() => pending.delete(settled))
      pending.add(settled)
    },
    async settle() {
      await Promise.all(pending)
      if (errors.length > 0) throw errors[0]
    },
  }
}
