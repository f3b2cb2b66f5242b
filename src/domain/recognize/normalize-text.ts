import { removeInvisible } from '#contract/remove-invisible.ts'
import type { Cell } from '#domain/copy/cell.ts'

/** Text that is its own normalized form. */
const IS_NORMALIZED = /^[!-~]+(?: [!-~]+)*$/
/** White space, with the characters that `\s` leaves out: next line, braille blank and Hangul fillers. */
const WHITE_SPACE = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g
/** Joiners and variation selectors, which have no glyph of their own. */
const ONLY_JOINERS = /^(?: |\u200c|\u200d|[\ufe00-\ufe0f])*$/

/**
 * The form by which text is recognized: two texts that look the same have the same one. Case counts. Values are copied as
 * they are, never in this form.
 */
export function normalizeText(text: string): string {
  if (IS_NORMALIZED.test(text)) return text
  return removeInvisible(text).normalize('NFC').replace(WHITE_SPACE, ' ').trim()
}

/** Whether each cell of a row looks empty. */
export function isBlankRow(row: readonly Cell[]): boolean {
  return row.every(isBlank)
}

/** Whether a cell looks empty. */
export function isBlank(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null || cell === '') return true
  return typeof cell === 'string' && ONLY_JOINERS.test(normalizeText(cell))
}
