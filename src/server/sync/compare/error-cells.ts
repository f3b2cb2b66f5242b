import type { Cell } from '#domain/copy/cell.ts'

/** Cells that conditions cannot test, or that are errors. */
export interface ErrorCells {
  count: number
  /** With the provider's text, which may explain the error. */
  first: { row: number; column: number; cell: Cell; source?: string } | undefined
}

export function addErrors(errors: ErrorCells, found: readonly NonNullable<ErrorCells['first']>[]): void {
  errors.first ??= found[0]
  errors.count += found.length
}
