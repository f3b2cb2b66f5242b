import type { FreshnessState } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import { tasks } from '#contract/task-routes.ts'
import { pluralize } from '#domain/pluralize.ts'
import { minutesBetweenRuns } from '#domain/schedule/minutes-between-runs.ts'
import { copiesBackToFile } from '#domain/tasks/task-problems.ts'
import { readFolders } from '#server/access/read-folders.ts'
import { readSourceTitle } from '#server/access/read-source-title.ts'
import { readFreshness } from '#server/freshness/read-freshness.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, sharedHandler } from '#server/http/handler.ts'
import { presentTasks, presentTaskWithLog, withFoundTargets } from '#server/http/present/present-task.ts'
import { countRunsTonight } from '#server/schedule/runs-tonight.ts'
import { inSnapshot, type Orm } from '#server/storage/database.ts'
import { createTask, updateTask } from '#server/tasks/edit-task.ts'
import { pageOfTasks, requireTask, setActive, setAllActive } from '#server/tasks/read-tasks.ts'
import { removeAllTasks, removeTask } from '#server/tasks/remove-tasks.ts'
import { areAllSamples } from '#server/tasks/sample-tasks.ts'
import { readTabGraph } from '#server/tasks/tab-graph.ts'
import { repositionTask } from '#server/tasks/task-positions.ts'
import { intervalWarnings } from './interval-warnings.ts'

type TasksContext = Pick<
  Context,
  'config' | 'database' | 'google' | 'lenders' | 'queue' | 'titleReader' | 'watcher' | 'now' | 'formatTime'
>

/** Handlers for tasks: list, get, create, update, move, activate and delete. */
export function taskHandlers(context: TasksContext): Handler[] {
  const { titleReader, lenders, watcher, google } = context
  const { timezone } = context.config.schedule
  const { orm } = context.database
  const present = (taskId: number) => inSnapshot(orm, (tx) => presentTaskWithLog({ ...context, orm: tx }, taskId))
  const presentSaved = async (taskId: number) => {
    await watcher.check(taskId)
    const unknownFolders = await readFolders({ orm, google, taskId })
    const task = await present(taskId)
    return { ...task, warnings: [...unknownFolders, ...(await warningsAbout(task))] }
  }
  const warningsAbout = async (saved: Task) => {
    const graph = await readTabGraph(orm, { taskIds: [saved.id], files: [] })
    const task = graph.get(saved.id)
    const chain = task ? graph.fileLoop(task) : []
    return [
      ...(chain.length > 0 ? [copiesBackToFile(chain)] : []),
      ...(saved.on_edit_problem === null ? [] : [saved.on_edit_problem]),
      ...(await warningsAboutInterval(saved)),
    ]
  }
  const warningsAboutInterval = async ({ id: savedId, is_active, every_minutes, task_type }: Task) => {
    if (!is_active || minutesBetweenRuns(every_minutes, task_type.every_minutes) === null) return []
    return intervalWarnings(orm, { isSaved: ({ id }) => id === savedId, config: context.config })
  }
  const idsInState = async (tx: Orm, wanted: FreshnessState) => {
    const promised = await readFreshness(tx, { now: context.now(), timezone })
    return promised.filter(({ state }) => state === wanted).map(({ taskId }) => taskId)
  }
  return [
    sharedHandler(tasks.list, ({ query }) =>
      inSnapshot(orm, async (tx) => {
        const { sync_task_type_id: typeId, source_ss_id: sourceSsId, target_ss_id: targetSsId, ...others } = query
        const { freshness, is_active, hands_out, found_targets, ...options } = others
        const isActive = is_active && is_active === 'true'
        const handsOut = hands_out && hands_out === 'true'
        const amongIds = freshness && (await idsInState(tx, freshness))
        const { ids, total, ofType, matching } = await pageOfTasks(tx, {
          ...{ typeId, sourceSsId, targetSsId, amongIds, isActive, handsOut },
          ...options,
        })
        const listed = await presentTasks({ ...context, orm: tx }, ids, ofType)
        return {
          syncTasks: found_targets === 'true' ? await withFoundTargets(tx, listed) : listed,
          totalPages: Math.max(1, Math.ceil(matching / query.limit)),
          total,
          matching,
          only_samples: (total > 0 && (await areAllSamples(tx))) || undefined,
        }
      }),
    ),
    sharedHandler(tasks.get, ({ params }) => present(params.id)),
    handler(tasks.create, async ({ body, caller, signal }) => {
      const newTask = { fields: body, createdBy: caller.email }
      const sourceTitle = await readSourceTitle({ orm, google }, { ...newTask, signal })
      const taskId = await createTask(orm, { ...newTask, lenders, sourceTitle })
      titleReader.readMissing()
      return presentSaved(taskId)
    }),
    handler(tasks.update, async ({ params, body, version, caller }) => {
      await updateTask(orm, { taskId: params.id, change: body, version, changedBy: caller.email, lenders })
      titleReader.readMissing()
      return presentSaved(params.id)
    }),
    handler(tasks.remove, ({ params }) => removeTask(orm, params.id)),
    handler(tasks.removeAll, () => removeAllTasks(orm)),
    handler(tasks.toggleActive, async ({ params, body }) => {
      const isActive = await setActive(orm, { taskId: params.id, isActive: body.is_active })
      const { title } = await requireTask(orm, params.id)
      return { is_active: isActive, message: `${title} is ${isActive ? 'active' : 'inactive'}.` }
    }),
    handler(tasks.toggleAllActive, async ({ body }) => {
      const { target_state: isActive, task_ids: taskIds } = body
      const changedIds = await setAllActive(orm, { isActive, taskIds })
      return {
        status: 'success',
        message: `${pluralize(changedIds.length, 'task')} ${isActive ? 'activated' : 'deactivated'}.`,
        updated_count: changedIds.length,
        changed_ids: changedIds,
        runs_tonight: await countRunsTonight(orm, { taskIds: changedIds, now: context.now(), timezone }),
      }
    }),
    handler(tasks.reposition, async ({ params, body }) => {
      const hasMoved = await repositionTask(orm, { taskId: params.id, action: body.action })
      const { title } = await requireTask(orm, params.id)
      return hasMoved
        ? { status: 'success', message: `${title} was moved ${moved[body.action]}.` }
        : { status: 'warning', message: `${title} is already ${atTheEnd[body.action]} of its type.` }
    }),
  ]
}

const moved = { front: 'to the front', back: 'to the back', up: 'up', down: 'down' } as const
const atTheEnd = { front: 'the first', back: 'the last', up: 'the first', down: 'the last' } as const
