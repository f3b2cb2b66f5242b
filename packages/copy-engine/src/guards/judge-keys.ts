import type { Hold } from '#domain/guards/guards.ts'
import type { KeyProblems } from '#domain/shape/row-keys.ts'
import type { RowSource } from '#engine/compare/open-shaped.ts'
import type { TabPair } from '#engine/tabs/tab-pair.ts'
import type { PreparedCopy } from './prepare-copy.ts'

/** Holds a copy that identifies rows by keys if rows have no key, or if several rows have the same key. */
export function judgeKeys(
  { keyed, shaped }: Pick<PreparedCopy, 'keyed' | 'shaped'>,
  { source, target, sources }: Pick<TabPair, 'source' | 'target'> & { sources: RowSource },
): Hold[] {
  if (!keyed) return []
  const [column = 1] = keyed.columns
  const columnsRead = keyed.columns.map((each) => shaped?.origins[each - 1] ?? each)
  const hold = (end: 'source' | 'target', found: KeyProblems | undefined): Hold[] => {
    if (!found) return []
    const { rows, ...counts } = found
    const tab = end === 'source' ? source.tab.title : target.tabTitle
    return [
      {
        cause: 'keys_unusable',
        end,
        tab,
        ...counts,
        cells: rows.map((row) =>
          end === 'source' ? sources.findCell({ row, columns: columnsRead }) : { row, column },
        ),
      },
    ]
  }
  return [...hold('source', keyed.problems.source), ...hold('target', keyed.problems.target)]
}
