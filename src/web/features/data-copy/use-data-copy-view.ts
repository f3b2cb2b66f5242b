import { useSearchParams } from 'react-router'
import type { DataCopyColumns } from '#contract/data-copy.ts'
import type { Sort } from '../../data/data-copies.ts'

const NONE: string[] = []

/** The shown columns and the order, kept in the address; a column that is no longer there is left out. */
export function useDataCopyView(known: DataCopyColumns | undefined) {
  const [search, setSearch] = useSearchParams()
  const { available_columns: available, default_selected_columns: defaults } = known ?? {
    available_columns: NONE,
    default_selected_columns: NONE,
  }
  const chosen = search.getAll('column').filter((column) => available.includes(column))
  const sortColumn = search.get('sort')
  const sort: Sort =
    sortColumn !== null && available.includes(sortColumn)
      ? { column: sortColumn, order: search.get('order') === 'desc' ? 'desc' : 'asc' }
      : null

  function show(columns: readonly string[], order: Sort): void {
    const next = new URLSearchParams(columns.map((column) => ['column', column]))
    if (order) next.set('sort', order.column)
    if (order?.order === 'desc') next.set('order', 'desc')
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return {
    columns: chosen.length > 0 ? chosen : defaults,
    sort,
    setColumns: (columns: readonly string[]) => show(columns.join() === defaults.join() ? NONE : columns, sort),
    setSort: (order: Sort) => show(chosen, order),
  }
}
