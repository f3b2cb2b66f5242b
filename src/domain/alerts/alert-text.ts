import type { AlertKind } from '#contract/alert-kind.ts'
import { explain, type Failure, isPartial } from '#domain/failures/failure.ts'
import { stoppedText } from '#domain/incidents/incident-text.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { IncidentKind } from './alert.ts'

const MAX_TITLE_LENGTH = 200

/** The incidents and tasks an alert is about. */
interface Subject {
  kinds: readonly IncidentKind[]
  /** Task names with their task types. */
  taskNames: readonly string[]
  /** Number of tasks blocked by the incidents. */
  stoppedCount?: number
  /** Failures by cause and subject of the incidents. */
  failures: readonly Failure[]
}

export interface AlertText {
  title: string
  reason: string | null
  fix: string | null
  isReasonInTitle?: boolean
}

const LATE = { one: 'is late', several: 'are late' }

const predicates: Record<IncidentKind, { one: string; several: string }> = {
  failed: { one: 'failed', several: 'failed' },
  held: { one: 'was held', several: 'were held' },
  late: LATE,
  not_fresh: LATE,
  no_success: LATE,
  will_fail: { one: 'will fail at its next run', several: 'will fail at their next run' },
  access: { one: 'needs attention', several: 'need attention' },
}

/** Kind to show for an alert about several kinds. Lost access explains the failures that follow from it. */
export function mainKind(kinds: readonly IncidentKind[]): IncidentKind {
  const ranked: readonly IncidentKind[] = ['access', 'failed', 'held', 'late', 'not_fresh', 'no_success', 'will_fail']
  return ranked.find((kind) => kinds.includes(kind)) ?? 'failed'
}

export function describeIncidents({ kinds: found, taskNames, stoppedCount = 0, failures }: Subject): AlertText {
  const [failure = UNKNOWN, ...others] = failures
  // A file in the trash is still copied, and the other targets of a hand-out still get their rows.
  const isCopied = failures.every((each) => each.cause === 'in_trash' || isPartial(each))
  const kinds = isCopied ? ATTENTION : found
  const { reason, fix } = explain(failure)
  if (others.length > 0) {
    const reasons = `${buildPredicate(kinds, taskNames.length)} for ${pluralize(failures.length, 'reason')}`
    return { title: `${describeTasks(taskNames)} ${reasons}`, reason: `One of them: ${reason}`, fix }
  }
  return { ...buildTitle({ kinds, taskNames, stoppedCount, reason }), reason, fix }
}

const ATTENTION: readonly IncidentKind[] = ['access']
const UNKNOWN: Failure = { cause: 'unknown', reason: '' }

export function describeRecovery({
  kinds,
  taskNames,
  accounts,
}: Pick<Subject, 'kinds' | 'taskNames'> & { accounts: readonly string[] }): AlertText {
  if (taskNames.length === 0) {
    const who = accounts.length === 0 ? 'the refused credentials' : accounts.join(', ')
    return { title: shorten(`Access works again: ${who}`), reason: null, fix: null }
  }
  const problems = [...new Set(kinds.map((kind) => statesOfTasks[kind]))].join(', ')
  return { title: `${describeTasks(taskNames)} recovered`, reason: `Before: ${problems}.`, fix: null }
}

/** States of tasks in lists. */
export const statesOfTasks: Readonly<Record<IncidentKind, string>> = {
  failed: 'failed',
  held: 'held',
  late: 'late',
  not_fresh: 'late',
  no_success: 'late',
  will_fail: 'expected to fail',
  access: 'no access',
}

interface TitleParts extends Omit<Subject, 'failures'> {
  stoppedCount: number
  reason: string
}

function buildTitle({ kinds, taskNames, stoppedCount, reason }: TitleParts) {
  const cause = reason.replace(/\.$/, '')
  const who = describeTasks(taskNames)
  const what = `${who} ${buildPredicate(kinds, taskNames.length)}`
  const isAccess = kinds.includes('access')
  if (taskNames.length === 1 && !isAccess) {
    return { title: shorten(what + stoppedText({ tasksCount: 1, stoppedCount })) }
  }
  const others = stoppedCount === 0 ? '' : `, and ${pluralize(stoppedCount, 'task')} did not run`
  const whose = (isAccess ? who : what) + others
  return { title: shorten(taskNames.length === 0 ? cause : `${whose}: ${cause}`), isReasonInTitle: true }
}

function describeTasks(taskNames: readonly string[]): string {
  const [first = ''] = taskNames
  return taskNames.length === 1 ? first : pluralize(taskNames.length, 'task')
}

function buildPredicate(kinds: readonly IncidentKind[], count: number): string {
  const [first = predicates.failed, ...others] = new Set(kinds.map((kind) => predicates[kind]))
  const { one, several } = others.length > 0 ? predicates.access : first
  return count === 1 ? one : several
}

function shorten(title: string): string {
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`
}

/** Page of the app with the problem and a button to run the tasks again. */
export function findAlertPage({ kind, taskIds }: { kind: AlertKind; taskIds: readonly number[] }): string {
  const [taskId] = taskIds
  if (taskId === undefined) return '/settings/access'
  if (taskIds.length === 1) return taskPage(taskId)
  if (kind === 'held') return '/sync_tasks?held=true'
  if (kind === 'not_fresh') return '/sync_tasks?freshness=late'
  return kind === 'failed' || kind === 'access' ? '/' : '/sync_tasks'
}

export function taskPage(taskId: number): string {
  return `/sync_tasks/${taskId}`
}
