import type { AlertKind } from '#contract/alert-kind.ts'

/** Maximum tasks an alert names. */
export const MAX_ALERT_TASKS = 10
/** Maximum outcomes the picture of a wave shows. */
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
  /** As in `Run All of 04:00`. */
  name: string
  startedAt: string
  durationMs: number
  counts: Record<WaveOutcome, number>
  /** The longest first. */
  slowest: { id: number; name: string; durationMs: number }[]
  /** Outcomes of tasks in their order on the screen, at most `MAX_WAVE_OUTCOMES`. */
  outcomes: WaveOutcome[]
}

/** Cause with its tasks, or their recovery. */
export interface AlertPart {
  kind: AlertKind
  /** All reported kinds: failures and the lost access behind them share an alert. */
  kinds: AlertKind[]
  title: string
  reason: string | null
  /** The advice to the reader. */
  fix: string | null
  /** Whether the title ends with the reason. */
  isReasonInTitle?: boolean
  /** The first tasks, at most `MAX_ALERT_TASKS`. */
  tasks: AlertTask[]
  taskCount: number
  /** How many tasks did not run because of them; undefined in an alert of an earlier version. */
  stoppedCount?: number
  /** The types of all its tasks; empty if it concerns no task. */
  typeIds: number[]
  /** Page of the app with the subject of the alert. */
  openPath: string
}

/** Message before a channel formats it. */
export interface Alert extends AlertPart {
  /** Identifier shared by all tries and channels, so receivers can drop a repeat. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** Set in a digest. */
  wave: WaveSummary | null
  /** The address of the person whom alone it concerns; undefined if it concerns everybody. */
  person?: string
  /** All parts of a mail to a person, at least one. */
  parts?: AlertPart[]
  /** A signed link to the page where it can be snoozed; null where nothing can be. */
  snoozePath: string | null
}

/** Problems of a task or an account. */
export type IncidentKind = Exclude<AlertKind, 'recovered' | 'digest' | 'token_created'>
