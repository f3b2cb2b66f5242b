import type { Cell } from './cell.ts'

/** A cell of a header row, and the text that the sheet shows in it. */
export interface ShownCell {
  value: Cell
  text: string
}

/** Whether a header has cells that a sheet may show as something else than they hold, such as dates. */
export function hasNumbers(header: readonly Cell[]): boolean {
  return header.some((cell) => typeof cell === 'number')
}

/** The header as the sheet shows it. A cell that was read with another value stays as it is. */
export function showHeader(header: readonly Cell[], shown: readonly ShownCell[]): Cell[] {
  return header.map((cell, at) => {
    const { value, text = '' } = shown[at] ?? {}
    return typeof cell === 'number' && cell === value && text !== '' ? text : cell
  })
}
