import type { Cell } from '#domain/copy/cell.ts'
import { type Entered, isEmptyEntry, isFormula, isSameEntry } from '#domain/copy/entered.ts'
import { isSameSecond } from '#domain/copy/serial-time.ts'
import { normalizeKey } from '#domain/recognize/normalize-key.ts'
import type { ChangeHistory } from './change-history.ts'
import type { CellStep } from './undo-cell.ts'

export interface ChangedCell {
  row: number
  column: number
  /** Effects of the runs, newest first. */
  steps: RunStep[]
}

interface RunStep extends CellStep {
  runId: number
  /** Key cells of the row, if the run identified the row by its key. */
  key?: readonly Cell[] | undefined
}

interface Rows {
  cells: readonly ChangedCell[]
  rows: { firstRow: number; rows: Entered[][] }
  history: Pick<ChangeHistory, 'runs' | 'appends'>
  /** The locale of the spreadsheet. */
  locale: string
}

/**
 * Checks whether people have moved a row since a run wrote it. An updated row is identified by its key, an appended row by its
 * time. An appended row of an unfinished run may be incomplete, and is identified by all of its cells. The next run reverts
 * appended rows an undo leaves behind.
 */
export function movedRows({
  cells,
  rows: { firstRow, rows },
  history,
  locale,
}: Rows): (row: number, runId: number) => boolean {
  const { appends } = history
  const keyColumns = new Map(history.runs.map((run) => [run.runId, run.keyColumns ?? []]))
  const byRow = Map.groupBy(cells, ({ row }) => row)
  const currentAt = (row: number, column: number) => rows[row - firstRow]?.[column - 1] ?? null
  const known = new Map<string, boolean>()
  function isElsewhere(row: number, runId: number): boolean {
    const append = appends.get(runId)
    if (!append) return hasOtherKey(row, runId)
    const inRow = byRow.get(row) ?? []
    const ofTime = inRow.find(({ column }) => column === append.column)
    const time = beforeLater(currentAt(row, append.column), { steps: ofTime?.steps ?? [], runId })
    if (typeof time === 'number' && !isSameSecond(time, append.time)) return true
    if (append.isDone || isEmptyEntry(time)) return false
    return inRow.some(({ column, steps }) => {
      const step = steps.find((each) => each.runId === runId)
      const held = beforeLater(currentAt(row, column), { steps, runId })
      return step !== undefined && ![step.before, ...step.written].some((each) => isSameEntry(each, held))
    })
  }
  function hasOtherKey(row: number, runId: number): boolean {
    const inRow = byRow.get(row) ?? []
    const key = inRow.map(({ steps }) => steps.find((step) => step.runId === runId)?.key).find((each) => each?.length)
    if (!key) return false
    return (keyColumns.get(runId) ?? []).some((keyColumn, index) => {
      const { steps = [] } = inRow.find(({ column }) => column === keyColumn) ?? {}
      const step = steps.find((each) => each.runId === runId)
      const expected = step ? [step.before, ...step.written] : [key[index] ?? null]
      const held = beforeLater(currentAt(row, keyColumn), { steps, runId })
      return !expected.some((each) => isSameEntry(each, held) || looksSame(each, held))
    })
  }
  const looksSame = (one: Entered, other: Entered) =>
    !isFormula(one) && !isFormula(other) && normalizeKey([one], locale) === normalizeKey([other], locale)
  return (row, runId) => {
    const key = `${row} ${runId}`
    const found = known.get(key) ?? isElsewhere(row, runId)
    known.set(key, found)
    return found
  }
}

/** The entry of a cell before later runs wrote it. */
function beforeLater(current: Entered, { steps, runId }: { steps: readonly RunStep[]; runId: number }): Entered {
  let entry = current
  for (const step of steps) {
    if (step.runId <= runId) break
    if (step.written.some((each) => isSameEntry(each, entry))) entry = step.before
  }
  return entry
}
