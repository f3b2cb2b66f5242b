import type { Cell } from './cell.ts'

/** A header cell and its displayed text. */
export interface ShownCell {
  value: Cell
  text: string
}

/** Whether a header has numbers, because their displayed text may differ from their value (dates). */
export function hasNumbers(header: readonly Cell[]): boolean {
  return header.some((cell) => typeof cell === 'number')
}

/** The header with displayed text for numbers. A cell keeps its value if it changed between the two reads. */
export function showHeader(header: readonly Cell[], shown: readonly ShownCell[]): Cell[] {
  return header.map((cell, at) => {
    const { value, text = '' } = shown[at] ?? {}
    return typeof cell === 'number' && cell === value && text !== '' ? text : cell
  })
}
