import type { ShapeFields } from './shape.ts'

type ModeName = NonNullable<ShapeFields['mode']>

/** Traits of a way to write rows to the target, on which other parts of a copy depend. */
export interface ModeTraits {
  /** Each run adds rows below earlier rows, and does not compare earlier rows. */
  readonly addsRows: boolean
  /** Rows of earlier runs stay as they are, so their columns must stay too. */
  readonly keepsEarlierRows: boolean
  /** Rows are where the last run left them, so cells can be compared with the last run, and moved. */
  readonly isInPlace: boolean
  /** A row people added becomes the task's once it has a key of the source. */
  readonly adoptsRows: boolean
}

export const modeTraits: Readonly<Record<ModeName, ModeTraits>> = {
  mirror: { addsRows: false, keepsEarlierRows: false, isInPlace: true, adoptsRows: false },
  append: { addsRows: true, keepsEarlierRows: true, isInPlace: false, adoptsRows: false },
  update: { addsRows: false, keepsEarlierRows: true, isInPlace: false, adoptsRows: true },
}
