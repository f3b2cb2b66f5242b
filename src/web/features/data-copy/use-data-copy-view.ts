import { useSearchParams } from 'react-router'
import type { DataCopyColumns } from '#contract/data-copy.ts'
import type { Sort } from '../../data/data-copies.ts'

const NONE: string[] = []

/** The visible columns and the sort order from the URL, without columns that no longer exist. */
export function useDataCopyView(known: DataCopyColumns | undefined) {
  const [search, setSearch] = useSearchParams()
  const { available_columns: available, default_selected_columns: defaults } = known ?? {
    available_columns: NONE,
    default_selected_columns: NONE,
  }
  const selected = search.getAll('column').filter((column) => available.includes(column))
  const sortColumn = search.get('sort')
  const sort: Sort =
    sortColumn !== null && available.includes(sortColumn)
      ? { column: sortColumn, order: search.get('order') === 'desc' ? 'desc' : 'asc' }
      : null

  function update(columns: readonly string[], order: Sort): void {
    const next = new URLSearchParams(columns.map((column) => ['column', column]))
    if (order) next.set('sort', order.column)
    if (order?.order === 'desc') next.set('order', 'desc')
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return {
    columns: selected.length > 0 ? selected : defaults,
    sort,
    setColumns: (columns: readonly string[]) => update(columns.join() === defaults.join() ? NONE : columns, sort),
    setSort: (order: Sort) => update(selected, order),
  }
}
