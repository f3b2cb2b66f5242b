import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { PREVIEW_PAGE_CELLS, type PreviewResult } from '#contract/preview.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import { type CellFilter, previewCellsQuery } from '../../data/previews.ts'
import { formatCount } from '../../lib/format.ts'
import { ChangedCells } from '../../ui/changed-cells.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

interface Props {
  previewId: number
  taskId: number
  result: PreviewResult
}

const KINDS = [
  { value: 'filled', label: 'Filled' },
  { value: 'changed', label: 'Changed' },
  { value: 'cleared', label: 'Cleared' },
] as const

/** The cells that a run would change, filtered by kind and column. */
export function PreviewedCells({ previewId, taskId, result }: Props) {
  const [filter, setFilter] = useState<CellFilter>({})
  const [range, setRange] = useState({ first: 0, last: 0 })
  const place = { id: previewId, task: taskId, ...filter }
  const first = useQuery(previewCellsQuery({ ...place, page: 0 }))
  const total = first.data?.total ?? 0
  // Of all kinds and columns, so that the choices stay while a filter changes.
  const { columns = [] } = useQuery(previewCellsQuery({ id: previewId, task: taskId, page: 0 })).data ?? {}
  const pageOf = (index: number) => Math.floor(index / PREVIEW_PAGE_CELLS)
  const pages = Array.from(
    { length: pageOf(range.last) - pageOf(range.first) + 1 },
    (_, at) => pageOf(range.first) + at,
  )
  const loaded = useQueries({ queries: pages.map((page) => previewCellsQuery({ ...place, page })) })
  const cellAt = (index: number) => loaded[pageOf(index) - pageOf(range.first)]?.data?.cells[index % PREVIEW_PAGE_CELLS]
  const names = new Map(columns.map(({ column, name }) => [column, name]))
  const onShow = useCallback((shown: { first: number; last: number }) => setRange(shown), [])
  if (first.isError) return <LoadFailure title="Failed to load the changed cells." onRetry={first.refetch} />
  const all = result.cells_filled + result.cells_changed + result.cells_cleared
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          size="xs"
          label="Kind"
          value={filter.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, kind: KINDS.find((kind) => kind.value === value)?.value })
          }
          data={[{ value: '', label: 'All kinds' }, ...KINDS]}
        />
        <NativeSelect
          size="xs"
          label="Column"
          value={filter.column ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, column: value === '' ? undefined : Number(value) })
          }
          data={[
            { value: '', label: 'All columns' },
            ...columns.map(({ column, name, count }) => ({
              value: String(column),
              label: `${name} (${formatCount(count)})`,
            })),
          ]}
        />
        <Text size="xs" c="dimmed" role="status">
          {countOf(total, 'cell')}
        </Text>
      </Group>
      <ChangedCells
        key={`${filter.kind}:${filter.column}`}
        label="Changed cells"
        headings={{ before: 'Now', after: 'After the run' }}
        total={total}
        cellAt={cellAt}
        nameOf={(column) => names.get(column) ?? `Column ${columnLetters(column)}`}
        onShow={onShow}
      />
      {all > result.cells_listed && (
        <Text size="xs" c="dimmed">
          The first {formatCount(result.cells_listed)} of {countOf(all, 'changed cell')} are listed.
        </Text>
      )}
    </Stack>
  )
}
