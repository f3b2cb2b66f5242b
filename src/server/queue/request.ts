import { randomUUID } from 'node:crypto'
import type { Outcome } from '#contract/field.ts'
import { queueRuns, type RunsWanted } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import type { WakeLine } from './wake-signal.ts'

export interface Desk {
  orm: Orm
  line: WakeLine
  now: () => Date
}

interface TaskRunWanted {
  taskId: number
  triggeredBy: string
  allowShrink?: boolean
}

export async function requestTask(
  desk: Desk,
  { taskId, triggeredBy, allowShrink = false }: TaskRunWanted,
): Promise<Outcome> {
  return await desk.orm.transaction(async (tx) => {
    const { name, isActive } = await requireTask(tx, taskId)
    if (!isActive) return warning('Task is inactive. Activate it before running it.')
    const count = await queueWave(desk, { tx, which: { taskId }, triggeredBy, allowShrink })
    return count > 0 ? success(`'${name}' is queued.`) : warning(`'${name}' is already queued or running.`)
  })
}

export async function requestGroup(desk: Desk, wanted: { typeId: number; triggeredBy: string }): Promise<Outcome> {
  return await desk.orm.transaction(async (tx) => {
    const { name } = await requireTaskType(tx, wanted.typeId)
    const count = await queueWave(desk, { tx, which: wanted, triggeredBy: wanted.triggeredBy })
    return count > 0 ? success(`${tasksOf(count)} in ${name} queued.`) : warning(`No task in ${name} is left to run.`)
  })
}

export async function requestAll(desk: Desk, { triggeredBy }: { triggeredBy: string }): Promise<Outcome> {
  return await desk.orm.transaction(async (tx) => {
    const count = await queueWave(desk, { tx, which: { everything: true }, triggeredBy })
    return count > 0 ? success(`${tasksOf(count)} queued.`) : warning('No task is left to run.')
  })
}

interface Wave {
  tx: Orm
  which: RunsWanted['which']
  triggeredBy: string
  allowShrink?: boolean
}

async function queueWave(desk: Desk, { tx, which, triggeredBy, allowShrink = false }: Wave): Promise<number> {
  const message = allowShrink ? `Queued by ${triggeredBy}, to copy anyway.` : `Queued by ${triggeredBy}.`
  const wave = { waveId: randomUUID(), triggeredBy, allowShrink, message, now: desk.now() }
  const queued = await queueRuns(tx, { which, ...wave })
  if (queued.length > 0) await desk.line.wake(tx)
  return queued.length
}

export function tasksOf(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`
}

export function success(message: string): Outcome {
  return { status: 'success', message }
}

export function warning(message: string): Outcome {
  return { status: 'warning', message }
}
