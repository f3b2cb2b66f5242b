import { FixAction } from '#contract/fix-action.ts'
import { fileIdentity, formatFileName, type NamedFile } from '#domain/copy/named-file.ts'
import { type Explanation, formatExplanation, formatFix, formatReason } from '#domain/explanation.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { pluralize } from '#domain/pluralize.ts'
import { permissions, type RequestFailure, requestFailures } from './request-failures.ts'
import { explainTaskFailure, type TaskFailure } from './task-failures.ts'
import { type TokenFailure, tokenFailures } from './token-failures.ts'

/** None of several accounts can be used, each for its own reason. */
interface NoUsableAccount {
  readonly cause: 'no_usable_account'
  readonly file: NamedFile
  readonly kind: 'read' | 'write'
  readonly rejected: readonly { readonly account: string; readonly failure: Failure }[]
}

/** Several rules hold a copy. */
interface HeldForSeveral {
  readonly cause: 'held'
  /** The main hold first. */
  readonly holds: readonly Hold[]
}

/** Targets of a hand-out failed; the other targets got their rows. */
interface TargetsFailed {
  readonly cause: 'targets_failed'
  /** The first targets. */
  readonly targets: readonly FailedTarget[]
  readonly count: number
  /** Values of the other failed targets, for comparisons. */
  readonly others?: readonly string[]
}

export interface FailedTarget {
  readonly value: string
  readonly failure: Failure
}

/** A failure as stored facts. `explain` turns the facts into sentences for display. */
export type Failure =
  | RequestFailure
  | TokenFailure
  | TaskFailure
  | Hold
  | NoUsableAccount
  | HeldForSeveral
  | TargetsFailed

/** Why something fails, is held or is late, as a key. */
export type Cause = Failure['cause']

/** Why a copy is held, as a single failure. */
export function heldFor([hold, ...others]: readonly [Hold, ...Hold[]]): Failure {
  return others.length === 0 ? hold : { cause: 'held', holds: [hold, ...others] }
}

const MAX_FAILED_TARGETS = 10

/** Failed targets of a hand-out as a single failure; undefined if there are none. */
export function targetsFailed(failed: readonly FailedTarget[]): Failure | undefined {
  if (failed.length === 0) return undefined
  const targets = failed.slice(0, MAX_FAILED_TARGETS)
  const others = failed.slice(MAX_FAILED_TARGETS).map(({ value }) => value)
  return { cause: 'targets_failed', targets, count: failed.length, ...(others.length > 0 && { others }) }
}

/** Whether a failure concerns only some targets or sources of a task, while the rest was copied. */
export function isPartial(failure: Failure): boolean {
  if (failure.cause === 'held') return failure.holds.every(isPartial)
  return failure.cause === 'targets_failed' || ('keepsItsRows' in failure && failure.keepsItsRows === true)
}

/** Explains a failure to users, with a helpful link, if any. */
export function explain(failure: Failure): { reason: string; fix: string | null; action: FixAction | null } {
  const explanation = explainFailure(failure)
  const action = FixAction.safeParse(explanation.action).data ?? null
  return { reason: formatReason(explanation), fix: formatFix(explanation) ?? null, action }
}

/** Explains why a source keeps its last rows, in a text that already names the source and the rows. */
export function explainKept(failure: Failure): { reason: string; fix: string | null } {
  const { reason, fix = null } = explainFailure(failure)
  return { reason: formatReason({ reason }), fix }
}

/** Full text about a failure, for a log or a single line. */
export function describeFailure(failure: Failure): string {
  return formatExplanation(explainFailure(failure))
}

/** Why a run is held, in a single paragraph: every reason, then the steps to take. */
export function describeHolds(holds: readonly Hold[]): string {
  return formatExplanation(explainHolds(holds))
}

/** Key that groups failures into a single problem, whatever their sentences. Null if the failure concerns no other task. */
export function problemKey(failure: Failure): string | null {
  const { subject } = explainFailure(failure)
  return subject === null ? null : `${failure.cause} ${subject}`.trim()
}

function explainFailure(failure: Failure): Explanation {
  if (failure.cause === 'no_usable_account') return explainRejections(failure)
  if (failure.cause === 'held') return explainHolds(failure.holds)
  if (failure.cause === 'targets_failed') return explainTargets(failure)
  if (isRequestFailure(failure)) return requestFailures[failure.cause](failure)
  if (isTokenFailure(failure)) return tokenFailures[failure.cause](failure)
  return explainTaskFailure(failure)
}

/** Joins explanations, each sentence once: `written` and `fix` may be the same for several holds. */
function explainHolds(holds: readonly Hold[]): Explanation {
  const explained = holds.map(explainFailure)
  const sentences = explained.flatMap(({ written, fix }) => [written, fix]).filter((sentence) => sentence !== undefined)
  const fix = [...new Set(sentences)].join(' ')
  return { subject: null, reason: explained.map(formatReason).join(' '), ...(fix !== '' && { fix }) }
}

function explainTargets({ targets, count }: TargetsFailed): Explanation {
  const explained = targets.map(({ failure }) => explainFailure(failure))
  const reasons = targets.map(({ value }, at) => formatReason({ source: value, reason: explained[at]?.reason ?? '' }))
  const more = count > targets.length ? ` And ${pluralize(count - targets.length, 'more target')}.` : ''
  const whose = count === 1 ? '1 target did not get its rows' : `${pluralize(count, 'target')} did not get their rows`
  const fix = [...new Set(explained.flatMap((one) => one.fix ?? []))].join(' ')
  return { subject: null, reason: `${whose}. ${reasons.join(' ')}${more}`, ...(fix !== '' && { fix }) }
}

function isRequestFailure(failure: Failure): failure is RequestFailure {
  return Object.hasOwn(requestFailures, failure.cause)
}

function isTokenFailure(failure: Failure): failure is TokenFailure {
  return Object.hasOwn(tokenFailures, failure.cause)
}

function explainRejections({ file, kind, rejected }: NoUsableAccount): Explanation {
  const accounts = rejected.map(({ account }) => account).join(', ')
  const { verb, role } = permissions[kind]
  const fixes = rejected.map(({ failure }) =>
    failure.cause === 'not_shared' ? `Share it with one of them as ${role}.` : describeFailure(failure),
  )
  return {
    subject: `${accounts} ${fileIdentity(file)}`,
    reason: `None of these accounts can ${verb} ${formatFileName(file)}: ${accounts}.`,
    fix: [...new Set(fixes)].join(' '),
    action: rejected.map(({ failure }) => explain(failure).action).find((action) => action !== null),
  }
}
