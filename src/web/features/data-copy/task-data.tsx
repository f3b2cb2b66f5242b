import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { CHANGES_PAGE_SIZE, type ChangesPage } from '#contract/change-set.ts'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import { changesQuery } from '../../data/changes.ts'
import { dataCopyColumnsQuery, type Sort } from '../../data/data-copies.ts'
import { readErrorField } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { describeFirstCopy, isLargeFirstCopy } from '../../shared/first-copy.ts'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { changedPlaces } from './changed-places.ts'
import { DataCopyTable } from './data-copy-table.tsx'
import { EmptyDataCopy } from './empty-data-copy.tsx'
import { InlineFailure } from './inline-failure.tsx'
import { nextSort } from './sort-order.ts'

const NO_PLACES: ReadonlySet<string> = new Set()

interface Props {
  task: Task
  /** The last run that copied rows. */
  lastRun: Run | undefined
}

/** The data copy on the page of a task. Marks the cells that the last run changed while rows are in sheet order. */
export function TaskData({ task, lastRun }: Props) {
  const { data, error, isPending, refetch } = useQuery(dataCopyColumnsQuery(task.id))
  const [sort, setSort] = useState<Sort>(null)
  const changes = useChanges(lastRun)
  if (isPending) return <LoadingSpinner label="Loading columns" />
  if (error)
    return <InlineFailure message={readErrorField(error, 'Failed to load default columns.')} onRetry={refetch} />
  const columns = data.default_selected_columns
  if (columns.length === 0) return <EmptyDataCopy />
  const marked = changes && canMark(task, changes) && !sort ? changedPlaces(task, { changes, columns }) : NO_PLACES
  return (
    <Stack gap="xs" h="min(560px, 70vh)">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {changes && lastRun && describeMarks({ changes, lastRun, marked: marked.size })}
        </Text>
        <Anchor component={Link} to={paths.dataCopy(task.id)} size="sm">
          View Data Copy
        </Anchor>
      </Group>
      <DataCopyTable
        view={{ taskId: task.id, columns, sort }}
        marked={marked}
        onSort={(column) => setSort(nextSort(sort, column))}
      />
    </Stack>
  )
}

function useChanges(run: Run | undefined): ChangesPage | undefined {
  const view = {
    taskId: run?.task_id ?? 0,
    runId: run?.id ?? 0,
    kind: undefined,
    column: undefined,
    isInProgress: run?.ended_at === null,
  }
  return useQuery({ ...changesQuery(view, 0), enabled: run !== undefined, retry: false }).data
}

/** Whether changed cells can be marked. In other modes, target rows have different positions than in the data copy. */
function canMark({ mode }: Task, changes: ChangesPage): boolean {
  return mode === 'mirror' && changes.state === 'kept' && !isLargeFirstCopy(changes)
}

function describeMarks({ changes, lastRun, marked }: { changes: ChangesPage; lastRun: Run; marked: number }): string {
  const { state, filled, changed, cleared } = changes
  if (state === 'none') return 'The last run changed no cells.'
  if (isLargeFirstCopy(changes)) return describeFirstCopy(changes, lastRun)
  const total = filled + changed + cleared
  const text = `The last run changed ${pluralize(total, 'cell')}.`
  if (marked === 0) return text
  return total > CHANGES_PAGE_SIZE
    ? `${text} The first ${formatCount(CHANGES_PAGE_SIZE)} are marked.`
    : `${text} Marked below.`
}
