import { INVALID_TIME, TimeOfDay } from '#contract/field.ts'

type Addition =
  | { readonly kind: 'added'; readonly times: string[] }
  | { readonly kind: 'invalid' | 'duplicate'; readonly message: string }

/** Times that the user added and removed. The saved times may change meanwhile. */
export interface TimesChange {
  readonly added: string[]
  readonly removed: string[]
}

/** Compares the saved times with the edited times. */
export function changeOfTimes(saved: readonly string[], wanted: readonly string[]): TimesChange {
  return {
    added: wanted.filter((time) => !saved.includes(time)),
    removed: saved.filter((time) => !wanted.includes(time)),
  }
}

/** Applies a change to the saved times. */
export function changedTimes(saved: readonly string[], { added, removed }: TimesChange): string[] {
  return [...new Set([...saved, ...added])].filter((time) => !removed.includes(time)).sort()
}

/** Adds a time of day in chronological order, or returns why it cannot be added. */
export function addRunAllTime(times: readonly string[], entered: string): Addition {
  const time = TimeOfDay.safeParse(entered)
  if (!time.success) return { kind: 'invalid', message: INVALID_TIME }
  if (times.includes(time.data)) return { kind: 'duplicate', message: 'This time is already scheduled' }
  return { kind: 'added', times: [...times, time.data].sort() }
}
