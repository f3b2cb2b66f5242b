import type { ReadLimits } from '#engine/workbook.ts'

/** A whole read, or a part of a larger read. */
export type ReadPart<Ref> = Ref & {
  /** Whether a smaller part may be read instead. */
  canShrink: boolean
}

/** Sizes of a run's reads. */
export interface ReadSizes {
  /** Maximum rows to read at once for a number of columns; at least one. */
  rowsFor(spreadsheetId: string, columns: number): number
  /** Whether a smaller read may be tried after a read of this size fails. */
  canShrink(spreadsheetId: string, cells: number): boolean
  /** Records that a read of this size was too heavy. */
  refused(spreadsheetId: string, cells: number): void
  succeeded(spreadsheetId: string, cells: number): void
  /**
   * Sizes for the next run: sizes of successful reads after larger reads were rejected. Omits spreadsheets where no read
   * worked.
   */
  learned(): ReadonlyMap<string, number>
}

/** Minimum size of a read to halve. Smaller reads fail for other reasons. */
const MIN_HEAVY_CELLS = 1_000
/** Maximum times a read is halved before any succeeds: if all fail, size is not the reason. */
const MAX_HALVINGS = 5

interface SpreadsheetState {
  maxCells: number
  halvings: number
  hasLearned: boolean
}

export function createReadSizes({ maxRows = Number.POSITIVE_INFINITY, maxCells = {} }: ReadLimits = {}): ReadSizes {
  const states = new Map<string, SpreadsheetState>()
  const openState = (id: string) => {
    const state = states.get(id) ?? {
      maxCells: maxCells[id] ?? Number.POSITIVE_INFINITY,
      halvings: 0,
      hasLearned: false,
    }
    states.set(id, state)
    return state
  }
  return {
    rowsFor: (id, columns) => Math.max(1, Math.min(maxRows, Math.floor(openState(id).maxCells / Math.max(columns, 1)))),
    canShrink: (id, cells) => cells > MIN_HEAVY_CELLS && openState(id).halvings < MAX_HALVINGS,
    refused(id, cells) {
      const state = openState(id)
      const half = Math.max(1, Math.floor(cells / 2))
      // Two reads of the same size may fail at once: halve only once.
      if (half >= state.maxCells) return
      state.maxCells = half
      state.halvings += 1
      state.hasLearned = false
    },
    succeeded(id, cells) {
      const state = openState(id)
      // A smaller read says nothing about this size.
      if (state.halvings === 0 || 2 * cells < state.maxCells) return
      state.hasLearned = true
      state.halvings = 0
    },
    learned: () =>
      new Map([...states].flatMap(([id, state]) => (state.hasLearned ? [[id, state.maxCells] as const] : []))),
  }
}
