import { type CellBeside, findRemarks } from '#domain/beside/remarks.ts'
import { trackRows } from '#domain/beside/track-rows.ts'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { type Baseline, findKeyColumn } from '#domain/guards/baseline.ts'
import { changingHeadersAfter } from '#domain/guards/changing-headers.ts'
import { createExpectationCheck } from '#domain/guards/check-expectations.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { judgeCopy } from '#domain/guards/judge-copy.ts'
import type { Measures } from '#domain/guards/measures.ts'
import { createOccupiedFinder, hasSameHeader, type OccupiedCells } from '#domain/guards/occupied-cells.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'
import { identifyingColumns } from '#engine/guards/track-target-rows.ts'
import { NO_COPY } from '#engine/last-copy/last-copy.ts'

/** The cells that a run reads from a tab. */
export interface Tab {
  readonly header: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
}

export interface Expectations {
  readonly filled: readonly string[]
  readonly unique: readonly string[]
}

interface Copied {
  readonly measures: Measures
  readonly wasAccepted: boolean
}

/** As many copies as last-copy/baselines.ts keeps. */
const KEPT_COPIES = 10
const RULES = { onColumnChange: 'hold', holdLossPercent: 30 } as const
const TAB_ID = { sheetId: 0, title: 'Data' }
const NOTHING_EXPECTED: Expectations = { filled: [], unique: [] }

/** Simulates a task that copies a tab repeatedly: only the guards, and the state that copies leave for them. */
export class GuardedTask {
  readonly #expectations: Expectations
  /** The cells of the target that no run wrote. Its rows begin below the header. */
  #others: Tab
  #last: Baseline | undefined
  #lastErrors: number | undefined
  #copied: Copied[] = []
  #target: Tab = { header: [], rows: [] }
  /** Remarks beside the rows. */
  #beside: readonly CellBeside[] = []

  constructor({ target, expectations }: { target?: Tab; expectations?: Expectations } = {}) {
    this.#others = target ?? { header: [], rows: [] }
    this.#expectations = expectations ?? NOTHING_EXPECTED
  }

  /** Writes into the target as a person, to the right of the copy or below it. Rows and columns count from 0. */
  writeBeside({ row, column, value }: { row: number; column: number; value: Cell }): void {
    const rows = Array.from({ length: row }, (): Cell[] => [])
    this.#others = { header: [], rows: [...rows, [...Array.from({ length: column }, () => ''), value]] }
  }

  /** Fills a column beside the rows as people do, with a cell for each row. */
  fillBeside(cells: readonly CellBeside[]): void {
    this.#beside = cells
  }

  /** Copies the tab unless the guards hold it. With `accepts`, a person accepts every hold. */
  run(tab: Tab, { accepts = false }: { accepts?: boolean } = {}): Hold[] {
    const { header, rows } = withoutBlankEnds(tab)
    const last = this.#last
    const profiler = createSourceProfiler({ keyColumn: findKeyColumn(last) })
    profiler.add(rows)
    const profile = profiler.end()
    const width = Math.max(header.length, profile.columns.length)
    const check = createExpectationCheck({
      expectations: this.#expectations,
      header,
      width,
      firstDataRow: 2,
      locale: 'en_US',
    })
    check.add(rows)
    const errorCells = profile.columns.reduce((sum, { kinds }) => sum + kinds.error, 0)
    const judged = judgeCopy({
      now: { header, rows: rows.length, width, firstDataRow: 2, profile },
      last,
      lastRows: undefined,
      measures: this.#copied.map((copied) => copied.measures),
      occupied: this.#findOccupied({ header, rows }),
      errors: { errorCells, before: this.#lastErrors, first: undefined },
      tab: TAB_ID.title,
      rules: RULES,
      violations: check.end(),
    })
    const { measures } = judged
    const holds = [...judged.holds, ...this.#judgeRemarks({ header, rows })]
    if (holds.length > 0 && !accepts) return holds

    const changingHeaders = changingHeadersAfter(last, holds)
    const tabs = { source: TAB_ID, target: TAB_ID }
    this.#last = { ...tabs, startRow: 1, header: [...header], rows: rows.length, width, profile, changingHeaders }
    this.#lastErrors = errorCells
    this.#target = { header, rows }
    const copied = { measures, wasAccepted: holds.length > 0 }
    this.#copied = [copied, ...this.#copied].filter((one, at) => at < KEPT_COPIES || one.wasAccepted)
    this.#others = { header: [], rows: [] }
    return holds
  }

  #judgeRemarks({ header, rows }: Tab): Hold[] {
    const { rows: target } = this.#target
    if (this.#beside.length === 0) return []
    const job = {
      last: { ...NO_COPY, baseline: this.#last ?? null },
      rules: { expectations: { filled: [...this.#expectations.filled], unique: [...this.#expectations.unique] } },
    }
    const lastColumn = this.#last?.width ?? header.length
    const keys = identifyingColumns(job, header)
    const region = { firstDataRow: 2, firstColumn: 1, lastColumn, keys, locale: 'en_US' }
    const tracker = trackRows({ regionFor: () => region, keepsRows: false })
    tracker.add({ firstRow: 2, source: rows, target, header })
    const fates = tracker.end() ?? { moved: new Map<number, number>(), gone: [] }
    const read = { row: 2, column: lastColumn + 1, rows: this.#beside.map((cell) => [cell]), isBeside: () => true }
    const remarks = findRemarks(read, fates)
    if (remarks.length === 0) return []
    const moved = remarks.filter(({ toRow }) => toRow !== undefined).length
    const gone = remarks.length - moved
    return [{ cause: 'remarks_displaced', tab: TAB_ID.title, moved, gone, cells: [], keyColumns: '' }]
  }

  #findOccupied({ header, rows }: Tab): OccupiedCells | undefined {
    if (this.#others.rows.length === 0) return undefined
    const own = this.#last && { lastRow: 1 + this.#last.rows, width: this.#last.width }
    const finder = createOccupiedFinder(own)
    finder.add({ firstRow: 2, source: rows, target: this.#others.rows })
    const found = finder.end()
    return found && !own && hasSameHeader(header, this.#others.header) ? undefined : found
  }
}

/** Removes blank rows and columns at the end, because runs read up to the last row and column with a value. */
function withoutBlankEnds({ header, rows }: Tab): Tab {
  const lastRow = rows.findLastIndex((row) => !row.every(isEmptyCell))
  const width = header.findLastIndex((cell) => !isEmptyCell(cell)) + 1
  return { header: header.slice(0, width), rows: rows.slice(0, lastRow + 1) }
}
