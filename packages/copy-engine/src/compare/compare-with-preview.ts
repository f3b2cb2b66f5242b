import type { PreviewedTarget } from '#contract/preview.ts'
import { clipRowChange, type RowChange } from '#domain/copy/row-change.ts'
import { pluralize } from '#domain/pluralize.ts'
import { addDifference, type ChangeDifference } from './differing-changes.ts'
import type { TempFiles } from './temp-files.ts'

/** The changes a preview found. */
export interface PreviewedChanges {
  cellCount: number
  /** Number of changes in `rows`: a preview lists only the first changes. */
  listedCount: number
  /** Cells by target, for a hand-out task. */
  targets?: readonly Pick<PreviewedTarget, 'value' | 'cells'>[]
  /** Reads the changed rows from top to bottom. */
  rows(): AsyncIterable<RowChange[]>
}

interface CompareOptions {
  previewed: PreviewedChanges
  tempFiles: Pick<TempFiles, 'changes'>
  bounds: { lastColumn: number }
}

/** Describes how a run's changes differ from its preview. Memory holds a block of each. */
export async function describePreviewDifference({ previewed, tempFiles, bounds }: CompareOptions): Promise<string> {
  const difference: ChangeDifference = { added: 0, gone: 0, other: 0 }
  const found = rowsIn(tempFiles.changes)
  let count = 0
  let next = await nextRow(found, bounds)
  const isListed = previewed.listedCount === previewed.cellCount
  for await (const expected of rowsIn(previewed.rows())) {
    for (; next && next.row < expected.row; next = await nextRow(found, bounds)) {
      addDifference(difference, { previewed: undefined, found: next })
      count += next.cells.length
    }
    const same = next?.row === expected.row ? next : undefined
    addDifference(difference, { previewed: expected, found: same })
    count += same?.cells.length ?? 0
    if (same) next = await nextRow(found, bounds)
  }
  for (; next; next = await nextRow(found, bounds)) {
    if (isListed) addDifference(difference, { previewed: undefined, found: next })
    count += next.cells.length
  }
  return describe({ difference, count, previewed })
}

async function* rowsIn(blocks: AsyncIterable<RowChange[]>): AsyncGenerator<RowChange> {
  for await (const rows of blocks) yield* rows
}

async function nextRow(rows: AsyncIterator<RowChange>, bounds: { lastColumn: number }) {
  for (;;) {
    const { value, done } = await rows.next()
    if (done) return undefined
    const clipped = clipRowChange(value, bounds)
    if (clipped) return clipped
  }
}

interface Compared extends Pick<CompareOptions, 'previewed'> {
  difference: ChangeDifference
  /** Cells the run is about to change. */
  count: number
}

function describe({ difference: { added, gone, other }, count, previewed: { cellCount } }: Compared): string {
  if (added + gone + other === 0 && count === cellCount) {
    return `Source and target are as in the preview: ${pluralize(count, 'cell')} to change.`
  }
  const parts = [
    added > 0 ? `${pluralize(added, 'more cell')} to change` : '',
    gone > 0 ? `${pluralize(gone, 'cell')} no longer` : '',
    other > 0 ? `${pluralize(other, 'cell')} with other values` : '',
  ].filter((part) => part !== '')
  const details = parts.length > 0 ? `: ${parts.join(', ')}` : ''
  return `Source or target changed since the preview${details}. The preview had ${pluralize(cellCount, 'cell')} to change, this run has ${count.toLocaleString('en-US')}.`
}
