import type { Sort } from '../../data/data-copies.ts'

/** What a click on a column's header leads to: ascending, then descending, then the order of the sheet again. */
export function nextSort(sort: Sort, column: string): Sort {
  if (sort?.column !== column) return { column, order: 'asc' }
  return sort.order === 'asc' ? { column, order: 'desc' } : null
}
