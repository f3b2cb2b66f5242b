import { MAX_PAUSE_MINUTES } from '#contract/on-edit.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { OnEditRule } from './on-edit-rule.ts'

interface PendingEdit {
  readonly rule: OnEditRule
  /** Time of the source's last edit, as far as known. */
  readonly editedAt: Date
  /** When an edit was first seen that no run has followed yet. */
  readonly pendingSince: Date
  /** When an edit last started the task; null if none did. */
  readonly startedAt: Date | null
}

/**
 * Time at which an edit may start its task: after a pause without edits, with a maximum, and not too soon after the last
 * run started by an edit.
 */
export function findStart({ rule, editedAt, pendingSince, startedAt }: PendingEdit): Date {
  const afterPauseMs = editedAt.getTime() + rule.pauseMinutes * MINUTE_MS
  const atLatestMs = pendingSince.getTime() + MAX_PAUSE_MINUTES * MINUTE_MS
  const nextAllowedMs = startedAt ? startedAt.getTime() + rule.atMostEveryMinutes * MINUTE_MS : 0
  return new Date(Math.max(Math.min(afterPauseMs, atLatestMs), nextAllowedMs))
}
