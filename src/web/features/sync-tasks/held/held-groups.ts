import type { HeldTask } from '#contract/hold.ts'

export interface HeldGroup {
  /** Rule that holds these tasks, e.g. `Source shrank`. */
  label: string
  held: readonly HeldTask[]
  /** Holds that nobody has accepted yet. */
  openIds: readonly number[]
}

/** Groups held tasks by their main cause, the largest group first. */
export function groupByCause(holds: readonly HeldTask[]): HeldGroup[] {
  const groups = Map.groupBy(holds, ({ rules: [main] }) => main?.cause ?? '')
  return [...groups]
    .map(([cause, held]) => ({ label: buildLabel(cause), held, openIds: held.filter(isOpen).map(({ id }) => id) }))
    .sort((one, other) => other.held.length - one.held.length)
}

function isOpen({ accepted_at }: HeldTask): boolean {
  return accepted_at === null
}

/** Formats `source_shrank` as words. */
function buildLabel(cause: string): string {
  const words = cause.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
