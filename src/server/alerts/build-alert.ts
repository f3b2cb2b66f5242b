import { randomUUID } from 'node:crypto'
import type { AlertKind } from '#contract/alert-kind.ts'
import type { TokenScope } from '#contract/api-token.ts'
import { type Alert, type AlertPart, MAX_ALERT_TASKS, type WaveSummary } from '#domain/alerts/alert.ts'
import { describeIncidents, describeRecovery, findAlertPage, mainKind, taskPage } from '#domain/alerts/alert-text.ts'
import { describeWave } from '#domain/alerts/describe-wave.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import type { PendingIncident } from './pending-incidents.ts'

interface Options {
  now: Date
  /** Number of tasks that did not run because of the incidents. */
  stoppedCount?: number
  /** Builds the link to the page for snoozing an alert. */
  snoozePath: (alertId: string) => string
}

/** Builds the alert about one or more incidents. */
export function alertOfIncidents(incidents: readonly PendingIncident[], options: Options): Alert {
  const { now, stoppedCount = 0, snoozePath } = options
  const id = randomUUID()
  return {
    ...partOfIncidents(incidents, stoppedCount),
    id,
    at: now.toISOString(),
    wave: null,
    snoozePath: snoozePath(id),
  }
}

/** Builds the alert about one or more recovered incidents. */
export function alertOfRecovery(incidents: readonly PendingIncident[], { now }: Pick<Options, 'now'>): Alert {
  return { ...partOfRecovery(incidents), id: randomUUID(), at: now.toISOString(), wave: null, snoozePath: null }
}

export function partOfIncidents(incidents: readonly PendingIncident[], stoppedCount: number): AlertPart {
  const subject = findSubject(incidents)
  const kind = mainKind(subject.kinds)
  const text = describeIncidents({ ...subject, stoppedCount })
  return { ...aboutTasks(incidents, kind), ...text, stoppedCount, kind, kinds: subject.kinds }
}

export function partOfRecovery(incidents: readonly PendingIncident[]): AlertPart {
  const kind = 'recovered'
  return { ...aboutTasks(incidents, kind), ...describeRecovery(findSubject(incidents)), kind, kinds: [kind] }
}

export function alertOfWave({ summary, typeIds }: { summary: WaveSummary; typeIds: number[] }, now: Date): Alert {
  const kind = 'digest'
  const count = summary.counts.failed
  return {
    ...describeWave(summary),
    id: randomUUID(),
    kind,
    kinds: [kind],
    at: now.toISOString(),
    tasks: [],
    taskCount: Object.values(summary.counts).reduce((sum, each) => sum + each, 0),
    typeIds,
    wave: summary,
    openPath: count > 0 ? '/' : '/sync_tasks',
    snoozePath: null,
  }
}

export interface NewToken {
  /** The address of its owner. */
  owner: string
  name: string
  scope: TokenScope
}

export function alertOfToken({ owner, name, scope }: NewToken, now: Date): Alert {
  const kind = 'token_created'
  return {
    id: randomUUID(),
    kind,
    kinds: [kind],
    at: now.toISOString(),
    title: `A new API token acts for ${owner}: ${name}`,
    reason: `It may ${tokenScopeText[scope]}.`,
    fix: 'If you did not create it, revoke it under Settings › API tokens, and sign out everywhere.',
    tasks: [],
    taskCount: 0,
    typeIds: [],
    wave: null,
    person: owner.toLowerCase(),
    openPath: '/settings/tokens',
    snoozePath: null,
  }
}

const tokenScopeText: Readonly<Record<TokenScope, string>> = {
  read: 'read',
  run: 'read, and run and stop tasks',
  manage: 'change everything that you may change',
}

function findSubject(incidents: readonly PendingIncident[]) {
  return {
    kinds: [...new Set(incidents.map(({ kind }) => kind))],
    taskNames: listTasks(incidents).map(({ name, typeName }) => withTypeName(name, typeName)),
    accounts: [...new Set(incidents.flatMap(({ account }) => account ?? []))],
    failures: [...new Map(incidents.map(({ problem, failure }) => [problem, failure])).values()],
  }
}

function aboutTasks(
  incidents: readonly PendingIncident[],
  kind: AlertKind,
): Pick<Alert, 'tasks' | 'taskCount' | 'typeIds' | 'openPath'> {
  const tasks = listTasks(incidents)
  return {
    tasks: tasks
      .slice(0, MAX_ALERT_TASKS)
      .map(({ id, name, typeName }) => ({ id, name, type: typeName, path: taskPage(id) })),
    taskCount: tasks.length,
    typeIds: [...new Set(tasks.map(({ typeId }) => typeId))],
    openPath: findAlertPage({ kind, taskIds: tasks.map(({ id }) => id) }),
  }
}

/** Lists each task of the incidents once. */
function listTasks(incidents: readonly PendingIncident[]) {
  return [...new Map(incidents.flatMap(({ task }) => (task ? [[task.id, task] as const] : []))).values()]
}
