import { and, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { type OnEditRule, onEditRule } from '#domain/watch/on-edit-rule.ts'
import { sourceFiles } from '#domain/watch/tasks-following.ts'
import type { Account } from '#server/google/account.ts'
import type { DriveAccount } from '#server/google/account-selector.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { watchedSources, watchedTasks } from '#server/storage/schema.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

/** Task that runs when its source is edited. */
export interface WatchingTask {
  readonly task: Task
  readonly rule: OnEditRule
  /** Account for asking Drive. It is missing if the task may use no account with access to Drive. */
  readonly by: DriveAccount
}

/** Source as seen by an account, with its tasks. */
export interface WatchedSource {
  readonly sourceSsId: string
  readonly account: Account
  readonly tasks: readonly WatchingTask[]
}

const runsOnEdit: SQL = sql`coalesce(${tasks.onEdit}, ${taskTypes.onEdit})`
const onEditOfType = {
  onEdit: taskTypes.onEdit,
  onEditPauseMinutes: taskTypes.onEditPauseMinutes,
  onEditAtMostEveryMinutes: taskTypes.onEditAtMostEveryMinutes,
}

interface Reading {
  orm: Orm
  google: Pick<Google, 'selectDriveAccount'>
  /** People who may use the app. Nobody lends access to tasks of people who left. */
  allowedEmails: readonly string[]
}

/** Reads the active tasks that run when their sources are edited; with `taskId`, only this task. */
export async function readWatching(
  { orm, google, allowedEmails }: Reading,
  { taskId }: { taskId?: number } = {},
): Promise<WatchingTask[]> {
  const rows = await orm
    .select({ task: getTableColumns(tasks), type: onEditOfType })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(tasks.isActive, runsOnEdit, taskId === undefined ? undefined : eq(tasks.id, taskId)))
  const accounts = new Map<string, Promise<DriveAccount>>()
  const findAccount = (task: Task) => {
    const preference = findPreference(task)
    const key = JSON.stringify(preference)
    const account = accounts.get(key) ?? google.selectDriveAccount(preference)
    accounts.set(key, account)
    return account
  }
  const watching: WatchingTask[] = []
  for (const { task, type } of rows) {
    const rule = ownerLeft(task, allowedEmails) ? null : onEditRule(task, type)
    if (rule) watching.push({ task, rule, by: await findAccount(task) })
  }
  return watching
}

/** Groups tasks by source and account, so each account asks once per source. */
export function groupBySource(watching: readonly WatchingTask[]): WatchedSource[] {
  const sources = watching.flatMap((each) => sourceFiles(each.task).map((sourceSsId) => ({ sourceSsId, each })))
  const groups = Map.groupBy(sources, ({ sourceSsId, each }) => sourceKey(sourceSsId, each.by.name))
  return [...groups.values()].flatMap((group) => {
    const [{ sourceSsId, each } = {}] = group
    const account = each?.by.account
    return sourceSsId !== undefined && account ? [{ sourceSsId, account, tasks: group.map((one) => one.each) }] : []
  })
}

export function sourceKey(sourceSsId: string, account: string): string {
  return `${sourceSsId} ${account}`
}

/** Whether edits run any task, or rows remain from a time when they did. */
export async function hasWatching(orm: Orm): Promise<boolean> {
  const [found] = await orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(sql`(${tasks.isActive} and ${runsOnEdit}) or ${isNotNull(tasks.watchFailure)}`)
    .limit(1)
  if (found) return true
  const [left] = await orm.select({ taskId: watchedTasks.taskId }).from(watchedTasks).limit(1)
  if (left) return true
  const [source] = await orm.select({ id: watchedSources.sourceSsId }).from(watchedSources).limit(1)
  return source !== undefined
}
