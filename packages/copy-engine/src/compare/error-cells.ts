import type { Cell } from '#domain/copy/cell.ts'

/** Error cells, or cells that conditions cannot test. */
export interface ErrorCells {
  count: number
  /** `cell` is the provider's text, which may explain the error. */
  first: { row: number; column: number; cell: Cell; source?: string } | undefined
}

export function addErrors(errors: ErrorCells, found: readonly NonNullable<ErrorCells['first']>[]): void {
  errors.first ??= found[0]
  errors.count += found.length
}
