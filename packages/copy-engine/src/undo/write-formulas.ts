import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { type Patch, splitIntoSegments } from '#domain/copy/patch.ts'
import type { DiskBuffer } from '#engine/compare/disk-buffer.ts'
import type { RecordUpTo } from '#engine/record/record-changes.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/**
 * Maximum size of the formulas in a request. Google advises against more than 2 MB, and the keys around a formula take most of
 * it.
 */
const MAX_REQUEST_BYTES = 1_000_000
const SEGMENT_BYTES = 150
const FORMULA_BYTES = 50

interface FormulaOptions {
  target: ReadyTarget
  formulas: DiskBuffer<Patch[]>
  /** Number of cells written before the formulas. */
  position: number
  recordUpTo: RecordUpTo
}

/** Enters formulas as they were read, recording each part before it is written. */
export async function writeFormulas(
  workbook: Workbook,
  { target, formulas, position, recordUpTo }: FormulaOptions,
): Promise<void> {
  const { spreadsheet, tab } = target
  let pending: Patch[] = []
  let [bytes, written] = [0, position]
  const send = async () => {
    if (pending.length === 0) return
    await recordUpTo(written, [])
    await workbook.enterFormulas({ spreadsheet, tab, patches: pending })
    pending = []
    bytes = 0
  }
  for await (const patches of formulas) {
    for (const segment of patches.flatMap(splitIntoSegments)) {
      const [texts = []] = segment.cells
      pending.push(segment)
      written += texts.length
      bytes += SEGMENT_BYTES + jsonBytes(texts) + FORMULA_BYTES * texts.length
      if (bytes >= MAX_REQUEST_BYTES) await send()
    }
  }
  await send()
}
