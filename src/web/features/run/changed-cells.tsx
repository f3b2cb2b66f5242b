import { Button, Card, SegmentedControl, Select, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CHANGES_PAGE_SIZE, ChangeKind, type ChangeSetSummary } from '#contract/change-set.ts'
import type { RunDetails } from '#contract/run.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import { type ChangesView, changesExportAddress, changesQuery } from '../../data/changes.ts'
import { formatCount } from '../../lib/format.ts'
import { ChangeGrid, MAX_ROWS } from '../../ui/change-grid.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import classes from './run-page.module.css'

/** The cells that the run changed, before and after. The URL holds the filter. */
export function ChangedCells({ run }: { run: RunDetails }) {
  const { view, setFilter } = useChangesView(run)
  const { data, isLoadingError, refetch } = useQuery(changesQuery(view, 0))
  return (
    <Card padding="sm" component="section" aria-label="Changed cells">
      <div className={classes.head}>
        <h2 className={classes.heading}>Changed cells</h2>
        {data?.state === 'kept' && <Download view={view} />}
      </div>
      {isLoadingError && <LoadFailure title="Failed to load the changed cells." onRetry={refetch} />}
      {!data && !isLoadingError && <LoadingSpinner label="Loading the changed cells" />}
      {data && <p className={classes.note}>{describeSummary(data)}</p>}
      {data?.state === 'kept' && (
        <>
          <Filter view={view} summary={data} onChange={setFilter} />
          {data.matching === 0 ? (
            <p className={classes.note}>No changed cell matches the filter.</p>
          ) : (
            <LoadedGrid key={`${view.kind}:${view.column}`} view={view} count={data.matching} columns={data.columns} />
          )}
        </>
      )}
    </Card>
  )
}

function useChangesView({ task_id: taskId, id: runId, ended_at }: RunDetails) {
  const [search, setSearch] = useSearchParams()
  const column = Number(search.get('column') ?? Number.NaN)
  const view: ChangesView = {
    taskId,
    runId,
    kind: ChangeKind.safeParse(search.get('kind')).data,
    column: Number.isInteger(column) && column > 0 ? column : undefined,
    isInProgress: ended_at === null,
  }
  function setFilter(name: 'kind' | 'column', value: string | null): void {
    const next = new URLSearchParams(search)
    value ? next.set(name, value) : next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { view, setFilter }
}

interface FilterProps {
  view: ChangesView
  summary: ChangeSetSummary
  onChange: (name: 'kind' | 'column', value: string | null) => void
}

const ANY = 'any'

function Filter({ view, summary, onChange }: FilterProps) {
  const columns = summary.columns.map((name, index) => {
    const letters = columnLetters(index + 1)
    return { value: String(index + 1), label: name ? `${letters} · ${name}` : letters }
  })
  const kinds = ChangeKind.options.map((kind) => ({
    value: kind,
    label: `${KIND_LABELS[kind]} ${formatCount(summary[kind])}`,
  }))
  return (
    <div className={classes.filter}>
      <SegmentedControl
        size="xs"
        aria-label="Kind of change"
        value={view.kind ?? ANY}
        onChange={(kind) => onChange('kind', kind === ANY ? null : kind)}
        data={[{ value: ANY, label: 'All' }, ...kinds]}
      />
      <Select
        size="xs"
        aria-label="Column"
        placeholder="Every column"
        data={columns}
        value={view.column === undefined ? null : String(view.column)}
        onChange={(column) => onChange('column', column)}
        clearable
        searchable
      />
    </div>
  )
}

const KIND_LABELS: Readonly<Record<ChangeKind, string>> = { filled: 'Filled', changed: 'Changed', cleared: 'Cleared' }

function Download({ view }: { view: ChangesView }) {
  return (
    <Button
      component="a"
      href={changesExportAddress(view)}
      download
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      Download as CSV
    </Button>
  )
}

interface LoadedGridProps {
  view: ChangesView
  count: number
  columns: readonly string[]
}

/** Loads the pages of changes that are on the screen. */
function LoadedGrid({ view, count, columns }: LoadedGridProps) {
  const [pages, setPages] = useState<readonly number[]>([0])
  const loaded = useQueries({
    queries: pages.map((page) => changesQuery(view, page)),
    combine: (results) => new Map(results.map(({ data }, index) => [pages[index], data?.cells])),
  })
  const onShow = useCallback(({ first, last }: { first: number; last: number }) => {
    const from = Math.floor(first / CHANGES_PAGE_SIZE)
    const to = Math.floor(last / CHANGES_PAGE_SIZE)
    setPages(Array.from({ length: to - from + 1 }, (_, index) => from + index))
  }, [])
  return (
    <>
      <ChangeGrid
        label="Changed cells"
        count={count}
        changeAt={(index) => loaded.get(Math.floor(index / CHANGES_PAGE_SIZE))?.[index % CHANGES_PAGE_SIZE]}
        columns={columns}
        onShow={onShow}
      />
      <Text size="xs" c="dimmed" mt={6} role="status">
        {count > MAX_ROWS
          ? `The first ${formatCount(MAX_ROWS)} of ${countOf(count, 'cell')}; the CSV file has all.`
          : countOf(count, 'cell')}
      </Text>
    </>
  )
}

function describeSummary({ state, filled, changed, cleared, added_rows, added_columns }: ChangeSetSummary): string {
  if (state === 'none') return 'This run changed no cells.'
  const counts = `${formatCount(filled)} filled, ${formatCount(changed)} changed, ${formatCount(cleared)} cleared`
  const rows = added_rows > 0 ? `, ${countOf(added_rows, 'row')} added` : ''
  const columns = added_columns > 0 ? `, ${countOf(added_columns, 'column')} added` : ''
  const gone = {
    kept: '',
    too_large: ' The cells themselves were too many to keep, so this run cannot be undone.',
    expired: ' The cells themselves are no longer kept.',
  }[state]
  return `${counts}${rows}${columns}.${gone}`
}
