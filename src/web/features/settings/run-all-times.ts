import { INVALID_TIME, TimeOfDay } from '#contract/field.ts'

type Addition =
  | { readonly kind: 'added'; readonly times: string[] }
  | { readonly kind: 'invalid' | 'duplicate'; readonly message: string }

/** Adds a time of day in chronological order, or returns why it cannot be added. */
export function addRunAllTime(times: readonly string[], entered: string): Addition {
  const time = TimeOfDay.safeParse(entered)
  if (!time.success) return { kind: 'invalid', message: INVALID_TIME }
  if (times.includes(time.data)) return { kind: 'duplicate', message: 'This time is already scheduled' }
  return { kind: 'added', times: [...times, time.data].sort() }
}
