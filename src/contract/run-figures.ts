import { z } from 'zod'
import { Timestamp } from './field.ts'

/**
 * Phases of a run, in the order of a bar. A run is in one phase at a time. The times of all phases add up to the run's
 * duration, from the request to the end:
 *
 * - `waiting`: for its turn, its next attempt, a busy spreadsheet, or a repeated request
 * - `quota`: a request waits for a slot, and no other request is being answered
 * - `reading`: the provider answers a read
 * - `comparing`: no request is waiting; the server compares, and stores the result
 * - `writing`: the provider answers a write
 */
export const RunPhase = z.enum(['waiting', 'quota', 'reading', 'comparing', 'writing'])
export type RunPhase = z.infer<typeof RunPhase>

/** Milliseconds by phase. */
export const PhaseTimes = z.record(RunPhase, z.int())
export type PhaseTimes = z.infer<typeof PhaseTimes>

/** The purposes of requests to the provider. */
export const RequestPurpose = z.enum(['values', 'details', 'metadata', 'drive', 'value_writes', 'structure_writes'])
export type RequestPurpose = z.infer<typeof RequestPurpose>

interface RunCount {
  readonly name: string
  /** Label on the run's page and in the column header of the command line. */
  readonly label: string
  /** Noun and verb in sentences: '12 cells changed'. */
  readonly noun: string
  readonly verb: string
  /** Shown only above 0. */
  readonly isRare: boolean
}

/**
 * Counts of a run, in the order of display. Declared here alone: columns, replies, the log's summary, the run's page, lists
 * of runs and the command line derive from it.
 */
export const runCounts = [
  { name: 'cells_changed', label: 'Cells changed', noun: 'cell', verb: 'changed', isRare: false },
  { name: 'cells_moved', label: 'Cells moved', noun: 'cell', verb: 'moved', isRare: true },
] as const satisfies readonly RunCount[]
export type RunCountName = (typeof runCounts)[number]['name']

/** A value for each count. */
export function byCount<Value>(value: (count: (typeof runCounts)[number]) => Value): Record<RunCountName, Value>
export function byCount(value: (count: (typeof runCounts)[number]) => unknown): object {
  return Object.fromEntries(runCounts.map((count) => [count.name, value(count)]))
}

interface RunOutcome {
  readonly kind: string
  /** Field of a run. */
  readonly run: string
  /** Field of a task, about its last run. */
  readonly task: string
  /** Label beside the status on the screen; empty if a separate sentence explains the outcome. */
  readonly label: string
  /** Label beside the status on the command line. */
  readonly short: string
}

/**
 * How a run can end that its status does not tell. Declared here alone: columns, replies, badges and the command line derive
 * from it.
 *
 * - `skipped`: nobody had edited either file since the last success, so the run read no cells
 * - `held`: a guard ended the run before it wrote anything more; a task that waits for its owner cannot be copied anyway
 */
export const runOutcomes = [
  { kind: 'skipped', run: 'is_skipped', task: 'was_skipped', label: 'unchanged, skipped', short: 'skipped' },
  { kind: 'held', run: 'is_held', task: 'can_copy_anyway', label: '', short: 'held' },
] as const satisfies readonly RunOutcome[]
type AnyOutcome = (typeof runOutcomes)[number]

/** A value for each outcome, by its field of a run or of a task. */
export function byOutcome<Of extends 'run' | 'task', Value>(
  of: Of,
  value: (outcome: AnyOutcome) => Value,
): Record<AnyOutcome[Of], Value>
export function byOutcome(of: 'run' | 'task', value: (outcome: AnyOutcome) => unknown): object {
  return Object.fromEntries(runOutcomes.map((outcome) => [outcome[of], value(outcome)]))
}

/** Requests of a run or an attempt; every try counts. */
export const RequestCounts = z.object({
  by_purpose: z.record(RequestPurpose, z.int()),
  /** Number of repeated requests. */
  retries: z.int(),
  /** Number of requests refused because the quota was used up. */
  refusals: z.int(),
})
export type RequestCounts = z.infer<typeof RequestCounts>

/** How an attempt ended: `lost` when its node went away, `handed_back` when its node left it to another. */
export const AttemptEnding = z.enum(['Success', 'Warning', 'Failed', 'Error', 'Stopped', 'lost', 'handed_back'])
export type AttemptEnding = z.infer<typeof AttemptEnding>

export const RunAttempt = z.object({
  number: z.int(),
  started_at: Timestamp,
  /** Null while the attempt is in progress; the last sign of life of a lost attempt. */
  ended_at: Timestamp.nullable(),
  /** Null while the attempt is in progress. */
  ending: AttemptEnding.nullable(),
  /** Why the attempt failed or was handed back. */
  error: z.string().nullable(),
  phases: PhaseTimes,
  requests: RequestCounts,
})
export type RunAttempt = z.infer<typeof RunAttempt>

/** Reason and duration of a wait. */
export const RunWait = z.object({ reason: z.string(), ms: z.int() })
export type RunWait = z.infer<typeof RunWait>
