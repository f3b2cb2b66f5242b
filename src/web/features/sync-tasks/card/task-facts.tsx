import { lazy, Suspense } from 'react'
import type { Task } from '#contract/task.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { formatCount } from '../../../lib/format.ts'
import { hasShape } from '../shape/has-shape.ts'
import { Fact, type FactProps } from './fact.tsx'
import classes from './task-facts.module.css'

// Loaded lazily: few cards need them.
const FactExceptions = lazy(async () => ({ default: (await import('./fact-exceptions.tsx')).FactExceptions }))

interface Props {
  task: Task
  /** Whether the defaults and zeros are folded away. */
  isFolded?: boolean
}

/** The settings and counters of a task. Defaults and zeros recede, exceptions stand out. */
export function TaskFacts({ task, isFolded = false }: Props) {
  const facts = specifiedFacts(task)
  const exceptions = isExceptional(task) && (
    <Suspense fallback={null}>
      <FactExceptions task={task} />
    </Suspense>
  )
  if (!isFolded)
    return (
      <dl className={classes.facts}>
        {facts.slice(0, SETTINGS_COUNT).map(showFact)}
        {exceptions}
        {facts.slice(SETTINGS_COUNT).map(showFact)}
      </dl>
    )
  return (
    <>
      <dl className={classes.facts}>
        {facts.filter(({ isUsual }) => !isUsual).map(showFact)}
        {exceptions}
      </dl>
      <details>
        <summary>Details</summary>
        <dl className={classes.facts}>{facts.filter(({ isUsual }) => isUsual).map(showFact)}</dl>
      </details>
    </>
  )
}

const SETTINGS_COUNT = 3

/** Lists the facts of every card: the settings, then the counters. */
function specifiedFacts(task: Task): FactProps[] {
  const { task_type: type, retry_count, last_error_count, prerequisites_count } = task
  const maxConcurrent = task.max_concurrent_tasks ?? (type.allowed_concurrent_tasks || 'N/A')
  return [
    { name: 'Chunk size', value: formatCount(task.chunk_size), isUsual: task.chunk_size === type.chunk_size },
    { name: 'Start row', value: formatCount(task.start_row), isUsual: task.start_row === 1 },
    { name: 'Max concurrent', value: maxConcurrent, isUsual: task.max_concurrent_tasks === null },
    { name: 'Retries', value: retry_count, isUsual: retry_count === 0 },
    { name: 'Errors', value: last_error_count, isUsual: last_error_count === 0, isBad: true },
    { name: 'Prerequisites', value: prerequisites_count, isUsual: prerequisites_count === 0 },
  ]
}

function showFact(fact: FactProps) {
  return <Fact key={fact.name} {...fact} />
}

/** Whether a task has settings that few tasks have. */
function isExceptional(task: Task): boolean {
  const lists = [task.schedule_days, task.expect_filled, task.expect_unique]
  return (
    intervalLine(task) !== '' ||
    lists.some(({ length }) => length > 0) ||
    Boolean(task.paused_until || task.freshness || task.on_edit_rule || task.holds_edits) ||
    task.beside !== 'ask' ||
    hasShape(task)
  )
}
