import { removeInvisible } from '#contract/remove-invisible.ts'
import type { Cell } from '#domain/copy/cell.ts'

/** Text in normalized form already (printable ASCII, single blanks). */
const IS_NORMALIZED = /^[!-~]+(?: [!-~]+)*$/
/** White space, including characters missing from `\s`: next line, braille blank and Hangul fillers. */
const WHITE_SPACE = /[\s\u0085\u115f\u1160\u2800\u3164\uffa0]+/g
/** Joiners and variation selectors: invisible on their own. */
const ONLY_JOINERS = /^(?: |\u200c|\u200d|[\ufe00-\ufe0f])*$/

/**
 * Normalized form for comparing text, equal for lookalike texts. Case counts. Only comparisons use it: values are copied
 * unchanged.
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
