import { Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { LogLevel, TaskLog } from '#contract/task-log.ts'
import { pluralize } from '#domain/pluralize.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { taskLogsQuery } from '../../data/task-logs.ts'
import { taskQuery } from '../../data/tasks.ts'
import { readStatus } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { FixButton } from '../../shared/fix-button.tsx'
import { LogLine } from '../../shared/log-line.tsx'
import { StatusBadge } from '../../shared/status-badge.tsx'
import { TaskNotFound } from '../../shared/task-not-found.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FullHeightScreen } from '../../ui/full-height-screen.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader, titleOfTask } from '../../ui/page-header.tsx'
import { ClearLogs } from './clear-logs.tsx'
import { LevelFilter, parseLevel } from './level-filter.tsx'

const SCREEN = 'Sync Task Logs'

/** A task's log, updated live. The URL holds the level filter. */
export function TaskLogsPage() {
  const id = IdText.safeParse(useParams()['id'])
  return id.success ? <TaskLogs taskId={id.data} /> : <TaskNotFound title={SCREEN} backTo={paths.tasks} />
}

function TaskLogs({ taskId }: { taskId: number }) {
  const [search, setSearch] = useSearchParams()
  const level = parseLevel(search.get('level'))
  const task = useQuery(taskQuery(taskId)).data
  const { data: logs, isPending, error, refetch } = useQuery(taskLogsQuery(taskId))
  const shown = logs?.filter((log) => level === null || log.level === level) ?? []
  if (readStatus(error) === 404) return <TaskNotFound title={SCREEN} backTo={paths.tasks} />

  return (
    <FullHeightScreen>
      <PageHeader
        title={titleOfTask(SCREEN, task && withTypeName(taskName(task), task.task_type.name))}
        backTo={paths.tasks}
        actions={<ClearLogs taskId={taskId} lineCount={logs?.length ?? 0} />}
      >
        <Group gap="xs" mih={22}>
          <Text size="sm" c="dimmed">
            {task && `${task.task_type.name}: ${task.name}`}
          </Text>
          {task && <StatusBadge status={task.task_status} ended={task} />}
          {task?.fix_action && (
            <Text component="div" size="sm">
              <FixButton action={task.fix_action} />
            </Text>
          )}
        </Group>
      </PageHeader>
      <Group justify="space-between" gap="xs">
        <LevelFilter level={level} onChange={(next) => setSearch(next ? { level: next } : {}, { replace: true })} />
        <Text size="sm" c="dimmed" role="status">
          {logs && `${formatCount(shown.length)} of ${pluralize(logs.length, 'line')}`}
        </Text>
      </Group>
      {isPending && <LoadingSpinner label="Loading logs" />}
      {!logs && error && <LoadFailure title="Failed to load logs." onRetry={refetch} />}
      {logs && <Logs taskId={taskId} logs={logs} shown={shown} level={level} />}
    </FullHeightScreen>
  )
}

interface LogsProps {
  taskId: number
  logs: readonly TaskLog[]
  shown: readonly TaskLog[]
  level: LogLevel | null
}

function Logs({ taskId, logs, shown, level }: LogsProps) {
  const firstOfRun = useMemo(() => firstLines(shown), [shown])
  if (logs.length === 0) {
    return (
      <EmptyState
        title="No logs available."
        hint="Log lines appear here when the task runs."
        icon={<IconFileText size={22} aria-hidden />}
      />
    )
  }
  if (shown.length === 0) return <EmptyState title={`No ${level} lines in this log.`} />
  // The key remounts the list for each level, so it starts at its end.
  return (
    <LineList
      key={level}
      label="Log lines"
      lines={shown}
      keyOf={(log, index) => log.id || -index}
      renderLine={(log) => <LogLine log={log} runPath={firstOfRun.has(log) ? buildRunPath(log, taskId) : undefined} />}
    />
  )
}

/** Finds the first line of each run. It links to the run. */
function firstLines(logs: readonly TaskLog[]): ReadonlySet<TaskLog> {
  return new Set(logs.filter((log, index) => log.run_id !== logs[index - 1]?.run_id))
}

function buildRunPath({ run_id: runId }: TaskLog, taskId: number): string | undefined {
  return typeof runId === 'number' ? paths.run(taskId, runId) : undefined
}
