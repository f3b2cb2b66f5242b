import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { isBlankRow } from '#domain/recognize/normalize-text.ts'
import { columnFinder, withLookalikes } from '#domain/shape/place-columns.ts'
import { createKeyIndex, type KeyIndex, keyCells } from '#domain/shape/row-keys.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Comparison } from './compare.ts'
import { isUnchecked } from './find-prepared.ts'
import type { ShapedOptions } from './read-shaped.ts'

/** The source's rows by their keys. */
export interface SourceKeys {
  index: KeyIndex
  /** The key columns of the target. */
  readonly columns: number[]
  /** Adds the keys of rows. Rows that look empty and rows of unchecked boxes have no key. */
  add(rows: readonly (readonly Cell[])[], places: readonly number[]): void
}

interface Options extends Pick<ShapedOptions, 'shape' | 'source' | 'target'> {
  copiedColumns: number
  /** The names of the key columns. */
  keys: readonly string[]
}

export function createSourceKeys(comparison: Comparison, options: Options): SourceKeys {
  const index = createKeyIndex(options.target.spreadsheet.locale)
  let columns: number[] | undefined
  // The header is known with the first rows.
  const findColumns = () => (columns ??= findKeyColumns(comparison, options))
  return {
    index,
    get columns() {
      return findColumns()
    },
    add(rows, places) {
      for (const [down, cells] of rows.entries())
        if (!isBlankRow(cells) && !isUnchecked(cells)) index.add(keyCells(cells, findColumns()), places[down] ?? 0)
    },
  }
}

/**
 * Finds the key columns of the target by their names in the target or in the source.
 * @throws ProviderError source_column_missing
 */
function findKeyColumns(
  { header, shownHeader }: Pick<Comparison, 'header' | 'shownHeader'>,
  { shape, source, copiedColumns, keys }: Options,
): number[] {
  const left = shape.region.firstColumn - 1
  const names = header.slice(left)
  const copied = { header: names, shownHeader: shownHeader.slice(left), columnCount: copiedColumns }
  const find = columnFinder(
    keys.map((name) => ({ name })),
    copied,
  )
  const chosen = shape.columns.map(({ name }) => foldName(name))
  const headers = columnNames(copied.shownHeader, copiedColumns).map(foldName)
  const places = keys.map((name) => {
    const found = find(name)
    const isHeader = found !== undefined && !isEmptyCell(names[found - 1]) && headers[found - 1] === foldName(name)
    // A column without a header is named by its letters in the source.
    const place = isHeader ? found : chosen.indexOf(foldName(name)) + 1 || found
    return { name, column: place === undefined ? undefined : left + place }
  })
  const missing = places.filter(({ column }) => column === undefined)
  if (missing.length === 0) return places.flatMap(({ column }) => column ?? [])
  const file = { ...pickFileFacts(source.spreadsheet), end: 'source' as const }
  const columns = withLookalikes(
    missing.map(({ name }) => ({ name, use: 'key' })),
    copied,
  )
  throw new ProviderError({ cause: 'source_column_missing', file, tab: source.tab.title, columns })
}
