import { Button, Card, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ChangeKind } from '#contract/change-kind.ts'
import { CHANGES_PAGE_SIZE, type ChangeSetSummary } from '#contract/change-set.ts'
import type { RunDetails } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type ChangesView, changesExportAddress, changesQuery } from '../../data/changes.ts'
import { formatCount } from '../../lib/format.ts'
import { ChangeFilter, type ChangeFilterValue } from '../../shared/change-filter.tsx'
import { ChangeGrid, MAX_ROWS } from '../../shared/change-grid.tsx'
import { describeFirstCopy, isLargeFirstCopy } from '../../shared/first-copy.ts'
import { MovedRows } from '../../shared/moved-rows.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { useShownPages } from '../../ui/use-shown-pages.ts'
import classes from './run-page.module.css'

/** The cells the run changed, before and after. The URL holds the filter. */
export function ChangedCells({ run }: { run: RunDetails }) {
  const { view, setFilter } = useChangesView(run)
  const { data, isLoadingError, refetch } = useQuery(changesQuery(view, 0))
  const targets = useTargets(view)
  const isFiltered = [view.kind, view.column, view.target].some((chosen) => chosen !== undefined)
  const [isListed, setIsListed] = useState(isFiltered)
  const hasOnlyMoves = !!data?.row_moves && data.filled + data.changed + data.cleared === 0
  const isFolded = !isListed && data !== undefined && isLargeFirstCopy(data)
  return (
    <Card padding="sm" component="section" aria-label="Changed cells">
      <div className={classes.head}>
        <h2 className={classes.heading}>Changed cells</h2>
        {data?.state === 'kept' && <Download view={view} />}
      </div>
      {isLoadingError && <LoadFailure title="Failed to load the changed cells." onRetry={refetch} />}
      {!data && !isLoadingError && <LoadingSpinner label="Loading the changed cells" />}
      {data && <p className={classes.note}>{isFolded ? describeFirstCopy(data, run) : describeSummary(data)}</p>}
      {data?.row_moves && <MovedRows moves={data.row_moves} label="Moved rows" />}
      {isFolded && (
        <Button mt={8} size="compact-xs" variant="default" onClick={() => setIsListed(true)}>
          List the cells
        </Button>
      )}
      {data?.state === 'kept' && !isFolded && !hasOnlyMoves && (
        <>
          <ChangeFilter value={view} counts={data} columns={listColumns(data)} targets={targets} onChange={setFilter} />
          {data.matching === 0 ? (
            <p className={classes.note}>No changed cell matches the filter.</p>
          ) : (
            <LoadedGrid
              key={`${view.kind}:${view.column}:${view.target}`}
              view={view}
              count={data.matching}
              columns={data.columns}
            />
          )}
        </>
      )}
    </Card>
  )
}

/** Values of all changed targets, even while a filter shows a single target. */
function useTargets(view: ChangesView): string[] {
  const { data } = useQuery(changesQuery({ ...view, target: undefined }, 0))
  return (data?.targets ?? []).map(({ value }) => value)
}

/** Reads the filter of changed cells from the URL. */
export function useChangesView({ task_id: taskId, id: runId, ended_at }: RunDetails) {
  const [search, setSearch] = useSearchParams()
  const column = Number(search.get('column') ?? Number.NaN)
  const view: ChangesView = {
    taskId,
    runId,
    kind: ChangeKind.safeParse(search.get('kind')).data,
    column: Number.isInteger(column) && column > 0 ? column : undefined,
    target: search.get('target') ?? undefined,
    isInProgress: ended_at === null,
  }
  function setFilter(filter: ChangeFilterValue): void {
    const next = new URLSearchParams(search)
    for (const name of ['kind', 'column', 'target'] as const) {
      const value = filter[name]
      value === undefined ? next.delete(name) : next.set(name, String(value))
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { view, setFilter }
}

function listColumns({ columns }: ChangeSetSummary) {
  return columns.map((name, index) => ({ column: index + 1, name }))
}

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

/** Loads the pages of changes on the screen. */
function LoadedGrid({ view, count, columns }: LoadedGridProps) {
  const { pages, onShow, findPlace } = useShownPages(CHANGES_PAGE_SIZE)
  const loaded = useQueries({
    queries: pages.map((page) => changesQuery(view, page)),
    combine: (results) => new Map(results.map(({ data }, index) => [pages[index], data?.cells])),
  })
  const changeAt = (index: number) => {
    const { page, at } = findPlace(index)
    return loaded.get(page)?.[at]
  }
  const findName = useCallback((column: number) => columns[column - 1], [columns])
  return (
    <>
      <ChangeGrid label="Changed cells" count={count} changeAt={changeAt} nameOf={findName} onShow={onShow} />
      <Text size="xs" c="dimmed" mt={6} role="status">
        {count > MAX_ROWS
          ? `The first ${formatCount(MAX_ROWS)} of ${pluralize(count, 'cell')}; the CSV file has all.`
          : pluralize(count, 'cell')}
      </Text>
    </>
  )
}

function describeSummary({ state, filled, changed, cleared, added_rows, added_columns }: ChangeSetSummary): string {
  if (state === 'none') return 'This run changed no cells.'
  const counts = `${formatCount(filled)} filled, ${formatCount(changed)} changed, ${formatCount(cleared)} cleared`
  const rows = added_rows > 0 ? `, ${pluralize(added_rows, 'row')} added` : ''
  const columns = added_columns > 0 ? `, ${pluralize(added_columns, 'column')} added` : ''
  const gone = {
    kept: '',
    too_large: ' The cells themselves were too many to keep, so this run cannot be undone.',
    expired: ' The cells themselves are no longer kept.',
    not_kept: ' The task type keeps no cells, so this run cannot be undone.',
  }[state]
  return `${counts}${rows}${columns}.${gone}`
}
