import type { Sort } from '../../data/data-copies.ts'

/** The sort order after a click on a column header: ascending, descending, then the sheet's own order. */
export function nextSort(sort: Sort, column: string): Sort {
  if (sort?.column !== column) return { column, order: 'asc' }
  return sort.order === 'asc' ? { column, order: 'desc' } : null
}
