import type { Hold } from '#domain/failures/failure.ts'
import type { KeyProblems } from '#domain/shape/row-keys.ts'
import type { TabPair } from '#server/sync/tabs/tab-pair.ts'
import type { PreparedCopy } from './prepare-copy.ts'

/** Holds a copy whose rows are known by their keys for rows without one, and for those that share theirs. */
export function judgeKeys(
  { keyed, shaped }: Pick<PreparedCopy, 'keyed' | 'shaped'>,
  { source, target }: Pick<TabPair, 'source' | 'target'>,
): Hold[] {
  if (!keyed) return []
  const [column = 1] = keyed.columns
  const hold = (end: 'source' | 'target', found: KeyProblems | undefined): Hold[] => {
    if (!found) return []
    const { rows, ...counts } = found
    const place = end === 'source' ? (shaped?.origins[column - 1] ?? column) : column
    const tab = end === 'source' ? source.tab.title : target.tabTitle
    return [{ cause: 'keys_unusable', end, tab, ...counts, cells: rows.map((row) => ({ row, column: place })) }]
  }
  return [...hold('source', keyed.problems.source), ...hold('target', keyed.problems.target)]
}
