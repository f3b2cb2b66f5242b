import { Group, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { DATA_COPY_PAGE_ROWS } from '#contract/data-copy.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type DataCopyView, dataCopyRowsQuery } from '../../data/data-copies.ts'
import { readErrorField } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { DataGrid } from './data-grid.tsx'
import { EmptyDataCopy } from './empty-data-copy.tsx'
import { InlineFailure } from './inline-failure.tsx'

interface Props {
  view: DataCopyView
  /** Places of marked cells, as keys from `placeKey`. */
  marked?: ReadonlySet<string> | undefined
  onSort: (column: string) => void
}

/** The rows of a data copy in the selected columns and order, loaded as the user scrolls. */
export function DataCopyTable({ view, marked, onSort }: Props) {
  const query = useInfiniteQuery({ ...dataCopyRowsQuery(view), placeholderData: keepPreviousData })
  const { data, error, isPending, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query
  const pages = data?.pages
  const rowAt = useCallback(
    // Every page except the last is full.
    (index: number) => pages?.[Math.floor(index / DATA_COPY_PAGE_ROWS)]?.data[index % DATA_COPY_PAGE_ROWS],
    [pages],
  )

  if (isPending) return <LoadingSpinner label="Loading rows" />
  const failure = error && (
    <InlineFailure
      message={readErrorField(error, 'Failed to load data.')}
      onRetry={isFetchNextPageError ? fetchNextPage : refetch}
    />
  )
  if (!pages) return failure

  const last = pages.at(-1)
  const rowCount = (pages.length - 1) * DATA_COPY_PAGE_ROWS + (last?.data.length ?? 0)
  if (rowCount === 0) return failure ?? <EmptyDataCopy />
  return (
    <>
      {failure}
      <DataGrid
        columns={view.columns}
        rowCount={rowCount}
        totalRows={last?.total_rows}
        rowAt={rowAt}
        marked={marked}
        sort={view.sort}
        onSort={onSort}
        onNearEnd={() => hasNextPage && !isFetching && !error && fetchNextPage()}
      />
      <Group justify="space-between" gap="xs" mih={20}>
        <Text size="sm" c="dimmed" role="status">
          {last?.total_rows !== undefined && `${formatCount(rowCount)} of `}
          {pluralize(last?.total_rows ?? rowCount, 'row')} loaded
        </Text>
        <Text size="sm" c="dimmed">
          {isFetching && 'Loading…'}
        </Text>
      </Group>
    </>
  )
}
