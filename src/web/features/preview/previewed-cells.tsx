import { Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PREVIEW_PAGE_CELLS, type PreviewResult } from '#contract/preview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { previewCellsQuery } from '../../data/previews.ts'
import { formatCount } from '../../lib/format.ts'
import { ChangeFilter, type ChangeFilterValue } from '../../shared/change-filter.tsx'
import { ChangeGrid } from '../../shared/change-grid.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useShownPages } from '../../ui/use-shown-pages.ts'

interface Props {
  previewId: number
  taskId: number
  result: PreviewResult
}

/** The cells a run would change, filtered by kind and column. */
export function PreviewedCells({ previewId, taskId, result }: Props) {
  const [filter, setFilter] = useState<ChangeFilterValue>({})
  const place = { id: previewId, task: taskId }
  // Read cells of all kinds and columns, so the choices stay the same while a filter changes.
  const { data, isError, refetch } = useQuery(previewCellsQuery({ ...place, page: 0 }))
  const columns = data?.columns ?? []
  if (isError) return <LoadFailure title="Failed to load the changed cells." onRetry={refetch} />
  const { cells_filled: filled, cells_changed: changed, cells_cleared: cleared } = result
  const all = filled + changed + cleared
  const targets = (result.targets ?? []).filter(({ cells }) => cells > 0).map(({ value }) => value)
  return (
    <Stack gap={0}>
      <ChangeFilter
        value={filter}
        counts={{ filled, changed, cleared }}
        columns={columns}
        targets={targets}
        onChange={setFilter}
      />
      <LoadedGrid key={JSON.stringify(filter)} view={{ ...place, ...filter }} columns={columns} />
      {all > result.cells_listed && (
        <Text size="xs" c="dimmed">
          The first {formatCount(result.cells_listed)} of {pluralize(all, 'changed cell')} are listed.
        </Text>
      )}
    </Stack>
  )
}

interface GridProps {
  view: Omit<Parameters<typeof previewCellsQuery>[0], 'page'>
  columns: readonly { column: number; name: string }[]
}

const HEADINGS = { before: 'Now', after: 'After the run' }

/** Loads the pages of cells on the screen. */
function LoadedGrid({ view, columns }: GridProps) {
  const { data } = useQuery(previewCellsQuery({ ...view, page: 0 }))
  const { pages, onShow, findPlace } = useShownPages(PREVIEW_PAGE_CELLS)
  const loaded = useQueries({
    queries: pages.map((page) => previewCellsQuery({ ...view, page })),
    combine: (results) => new Map(results.map((result, index) => [pages[index], result.data?.cells])),
  })
  const names = new Map(columns.map(({ column, name }) => [column, name]))
  const changeAt = (index: number) => {
    const { page, at } = findPlace(index)
    return loaded.get(page)?.[at]
  }
  const count = data?.total ?? 0
  return (
    <>
      <ChangeGrid
        label="Changed cells"
        headings={HEADINGS}
        count={count}
        changeAt={changeAt}
        nameOf={(column) => names.get(column)}
        onShow={onShow}
      />
      <Text size="xs" c="dimmed" mt={6} role="status">
        {pluralize(count, 'cell')}
      </Text>
    </>
  )
}
