import type { AlertKind } from '#contract/alert-kind.ts'

/** Maximum tasks an alert names. */
export const MAX_ALERT_TASKS = 10
/** Maximum outcomes in the picture of a wave. */
export const MAX_WAVE_OUTCOMES = 400

interface AlertTask {
  id: number
  name: string
  type: string
  /** The page of the task in the app. */
  path: string
}

export type WaveOutcome = 'succeeded' | 'warned' | 'held' | 'failed' | 'not_run' | 'stopped'

/** How a scheduled Run All went. */
export interface WaveSummary {
  /** E.g. `Run All of 04:00`. */
  name: string
  startedAt: string
  durationMs: number
  counts: Record<WaveOutcome, number>
  /** Slowest tasks, the longest run first. */
  slowest: { id: number; name: string; durationMs: number }[]
  /** Task outcomes in screen order, at most `MAX_WAVE_OUTCOMES`. */
  outcomes: WaveOutcome[]
}

/** A cause and its tasks, or their recovery. */
export interface AlertPart {
  kind: AlertKind
  /** All reported kinds: failures and the lost access behind them share an alert. */
  kinds: AlertKind[]
  title: string
  reason: string | null
  /** Advice on how to fix the cause. */
  fix: string | null
  /** Whether the title ends with the reason. */
  isReasonInTitle?: boolean
  /** The first tasks, at most `MAX_ALERT_TASKS`. */
  tasks: AlertTask[]
  taskCount: number
  /** Number of tasks blocked by these tasks; undefined in an alert of an earlier version. */
  stoppedCount?: number
  /** The types of all its tasks; empty if it concerns no task. */
  typeIds: number[]
  /** Page of the app with the subject of the alert. */
  openPath: string
}

/** Message before a channel formats it. */
export interface Alert extends AlertPart {
  /** Identifier shared by all tries and channels, so receivers can drop duplicates. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** Set in a digest. */
  wave: WaveSummary | null
  /** Address of the only person it concerns; undefined if it concerns everyone. */
  person?: string
  /** All parts of a mail to a person, at least one. */
  parts?: AlertPart[]
  /** Signed link to the snooze page; null if there is nothing to snooze. */
  snoozePath: string | null
}

/** Problems of a task or an account. */
export type IncidentKind = Exclude<AlertKind, 'recovered' | 'digest' | 'token_created'>
