import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import type { DataCopyColumns } from '#contract/data-copy.ts'
import { createNameFinder } from '#domain/recognize/name-finder.ts'
import { MAX_COLUMNS_LENGTH } from '../../data/column-list.ts'
import type { Sort } from '../../data/data-copies.ts'

const NONE: string[] = []
/** Stores columns with the browser's history entry if their names are too long for the URL. */
const StoredColumns = z.object({ columns: z.array(z.string()) })

/** The visible columns and the sort order from the URL or the history, without columns that no longer exist. */
export function useDataCopyView(dataCopy: DataCopyColumns | undefined) {
  const [search, setSearch] = useSearchParams()
  const stored = StoredColumns.safeParse(useLocation().state).data?.columns ?? NONE
  const { available_columns: available, default_selected_columns: defaults } = dataCopy ?? {
    available_columns: NONE,
    default_selected_columns: NONE,
  }
  const find = createNameFinder(available)
  const named = (names: readonly string[]) => names.flatMap((name) => available[find(name)] ?? [])
  const selected = [...new Set(named([...search.getAll('column'), ...stored]))]
  const [sortColumn] = named(search.getAll('sort'))
  const sort: Sort =
    sortColumn !== undefined ? { column: sortColumn, order: search.get('order') === 'desc' ? 'desc' : 'asc' } : null

  function update(columns: readonly string[], order: Sort): void {
    const named = new URLSearchParams(columns.map((column) => ['column', column]))
    const isTooLong = String(named).length > MAX_COLUMNS_LENGTH
    const next = isTooLong ? new URLSearchParams() : named
    if (order) next.set('sort', order.column)
    if (order?.order === 'desc') next.set('order', 'desc')
    const state = isTooLong ? { columns } : null
    setSearch(next, { replace: true, preventScrollReset: true, state })
  }

  return {
    columns: selected.length > 0 ? selected : defaults,
    sort,
    setColumns: (columns: readonly string[]) => update(columns.join() === defaults.join() ? NONE : columns, sort),
    setSort: (order: Sort) => update(selected, order),
  }
}
