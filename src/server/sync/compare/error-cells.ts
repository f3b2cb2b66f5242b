import type { Cell } from '#domain/copy/cell.ts'

/** Cells with errors, or cells that conditions cannot test. */
export interface ErrorCells {
  count: number
  /** With the provider's text, a possible explanation of the error. */
  first: { row: number; column: number; cell: Cell; source?: string } | undefined
}

export function addErrors(errors: ErrorCells, found: readonly NonNullable<ErrorCells['first']>[]): void {
  errors.first ??= found[0]
  errors.count += found.length
}
