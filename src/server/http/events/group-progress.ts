import type { PushEvent } from '#contract/event.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { groupIntoRanges } from '#domain/id-ranges.ts'

type Event<K extends PushEvent['kind']> = Extract<PushEvent, { kind: K }>

/** Groups tasks with the same state. After Run All, thousands of tasks share a few states. */
export function groupByState(states: Iterable<readonly [taskId: number, TaskProgress]>): Event<'progress'>['groups'] {
  return groupByValue(states).map(({ ids, value }) => ({ ids, state: value }))
}

/** Groups waiting tasks by their blocker. */
export function groupByWait(states: Iterable<readonly [taskId: number, TaskProgress]>): Event<'waiting'>['groups'] {
  const waits = [...states].flatMap(([taskId, { waiting_for, prerequisites_count }]) =>
    waiting_for === null && prerequisites_count === 0 ? [] : [[taskId, { waiting_for, prerequisites_count }] as const],
  )
  return groupByValue(waits).map(({ ids, value }) => ({ ids, ...value }))
}

function groupByValue<Value>(entries: Iterable<readonly [taskId: number, Value]>) {
  const byValue = Map.groupBy(entries, ([, value]) => JSON.stringify(value))
  return [...byValue.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ids: groupIntoRanges(group.map(([taskId]) => taskId)), value: first[1] }] : []
  })
}
