import { Card, SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ActivityEntry } from '#contract/activity.ts'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import type { TaskLog } from '#contract/task-log.ts'
import { activityQuery } from '../../../data/activity.ts'
import { ActivityItem } from '../../../shared/activity-list.tsx'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { ShowOlder } from '../../../ui/show-older.tsx'
import { LatestLog } from '../card/latest-log.tsx'
import { RunRow } from './run-row.tsx'
import classes from './task-history.module.css'
import { TaskScheduleEvents } from './task-schedule-events.tsx'

interface Props {
  task: Task
  runs: readonly Run[]
}

/** Parts of the history, as options of the filter. */
const PARTS = [
  { value: 'all', label: 'Everything' },
  { value: 'runs', label: 'Runs' },
  { value: 'edits', label: 'Edits' },
  { value: 'log', label: 'Log' },
] as const

type Part = (typeof PARTS)[number]['value']

/** A task's runs, edits of its settings and log lines in a single list, newest first. The URL holds the filter. */
export function TaskHistory(props: Props) {
  return (
    <ExtraCalls otherwise={<HistoryStream {...props} edits={[]} />}>
      <HistoryWithEdits {...props} />
    </ExtraCalls>
  )
}

function HistoryWithEdits(props: Props) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...activityQuery({ taskId: props.task.id, withoutRuns: true }),
    placeholderData: keepPreviousData,
  })
  const { part } = usePart()
  return (
    <>
      <HistoryStream {...props} edits={data?.pages.flatMap((page) => page.entries) ?? []} />
      {hasNextPage && part !== 'runs' && part !== 'log' && <ShowOlder onPress={fetchNextPage} />}
      {part !== 'edits' && part !== 'log' && <TaskScheduleEvents taskId={props.task.id} />}
    </>
  )
}

function HistoryStream({ task, runs, edits }: Props & { edits: readonly ActivityEntry[] }) {
  const { part, setPart } = usePart()
  const logs = part === 'log' ? (task.logs ?? []) : linesBesideRuns(linesBelowCard(task), runs)
  const lines = selectPart(part, [
    ...runs.map((run) => ({ part: 'runs' as const, at: run.started_at ?? run.queued_at, run })),
    ...edits.map((edit) => ({ part: 'edits' as const, at: edit.at, edit })),
    ...logs.map((log) => ({ part: 'log' as const, at: log.timestamp, log })),
  ])
  const listed = runs.filter(hasChangedCells).slice(0, MAX_RUNS_WITH_CELLS)
  return (
    <>
      <SegmentedControl size="xs" aria-label="Show" data={[...PARTS]} value={part} onChange={setPart} />
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {part === 'log' ? 'No logs available.' : part === 'edits' ? 'No edits.' : 'No runs yet.'}
        </Text>
      ) : (
        <Card padding={0} className={classes.box}>
          <ul className={classes.lines} aria-label="History">
            {lines.map((line) => (
              <HistoryRow key={buildKey(line)} line={line} taskId={task.id} listed={listed} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** Maximum runs that list their first changed cells. */
const MAX_RUNS_WITH_CELLS = 3

type Line = { at: string } & (
  | { part: 'runs'; run: Run }
  | { part: 'edits'; edit: ActivityEntry }
  | { part: 'log'; log: TaskLog }
)

function HistoryRow({ line, taskId, listed }: { line: Line; taskId: number; listed: readonly Run[] }) {
  if (line.part === 'runs') return <RunRow run={line.run} listsCells={listed.includes(line.run)} />
  if (line.part === 'edits') return <ActivityItem entry={line.edit} taskId={taskId} />
  return (
    <li className={classes.log}>
      <LatestLog log={line.log} />
    </li>
  )
}

function buildKey(line: Line): string {
  if (line.part === 'runs') return `run ${line.run.id}`
  return line.part === 'edits' ? `edit ${line.edit.id}` : `log ${line.log.id ?? line.at}`
}

function hasChangedCells({ ended_at, cells_changed }: Run): boolean {
  return ended_at !== null && cells_changed > 0
}

/** Log lines without the latest line, which the card already shows. */
function linesBelowCard({ logs = [], latest_log: latest }: Task): TaskLog[] {
  return logs.filter(({ id, message }) => id !== latest?.id || message !== latest.message)
}

/** Log lines without the first and last line of each listed run. The run's row already shows its trigger and result. */
function linesBesideRuns(logs: readonly TaskLog[], runs: readonly Run[]): TaskLog[] {
  const listed = new Map(runs.map((run) => [run.id, Date.parse(run.queued_at)]))
  return logs.filter(({ run_id, level, timestamp }) => {
    const queuedAt = listed.get(run_id ?? 0)
    return queuedAt === undefined || (level !== 'SUCCESS' && Date.parse(timestamp) !== queuedAt)
  })
}

function selectPart(part: Part, lines: readonly Line[]): Line[] {
  const selected = part === 'all' ? lines : lines.filter((line) => line.part === part)
  return selected.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

function usePart() {
  const [search, setSearch] = useSearchParams()
  const part = PARTS.find(({ value }) => value === search.get('show'))?.value ?? 'all'
  const setPart = (value: string) => {
    const next = new URLSearchParams(search)
    value === 'all' ? next.delete('show') : next.set('show', value)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { part, setPart }
}
