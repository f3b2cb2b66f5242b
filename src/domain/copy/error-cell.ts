import { type Cell, isSameCell } from './cell.ts'

/**
 * Google explains an error: `#N/A (Did not find value '7' in VLOOKUP evaluation.)`, `#N/A ()`. The text of a cell may read
 * the same, so only the provider can tell an error from its text.
 */
const ERROR_TEXT = /^(#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!))(?: \((.*)\))?$/s

/** 'Loading...' in any language: 'Chargement…', 'Wird geladen...'. */
const ENDS_IN_DOTS = /(?:\.\.\.|…)$/
const MAX_PLACEHOLDER_LENGTH = 30
const LOADING = /^\s*loading ?(?:\.{2,3}|…)\s*$/i

/** An error as sheets in other languages show it: `#NV`, `#¡REF!`, `#NOME?`. Text may read the same: `#TODO`. */
const LOCAL_ERROR_TEXT = /^(#[¡¿]?\p{Lu}[\p{Lu}\d/_ ]{0,15}[!?]?)(?: \((.*)\))?$/su

interface ErrorText {
  /** Error value, e.g. `#N/A`. */
  token: string
  /** May be empty. */
  message: string
}

/** The parts of a text that reads like an error. */
export function readErrorText(cell: Cell | undefined): ErrorText | undefined {
  const match = typeof cell === 'string' && cell.startsWith('#') ? ERROR_TEXT.exec(cell) : null
  return match?.[1] === undefined ? undefined : { token: match[1], message: match[2] ?? '' }
}

/** Reads a text that may be an error in any language; only the provider can confirm it. */
export function readLocalErrorText(cell: Cell | undefined): ErrorText | undefined {
  const match = typeof cell === 'string' && cell.startsWith('#') ? LOCAL_ERROR_TEXT.exec(cell) : null
  return readErrorText(cell) ?? (match?.[1] === undefined ? undefined : { token: match[1], message: match[2] ?? '' })
}

/** The bare token of a text that reads like an error; any other cell as it is. */
export function bareError(cell: Cell | undefined): Cell | undefined {
  return readErrorText(cell)?.token ?? cell
}

/** Whether two reads of a row are equal. Either may have errors reduced to their bare tokens. */
export function isSameRow(one: readonly Cell[], other: readonly Cell[]): boolean {
  const columns = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at)
  const bare = (cell: Cell | undefined) => readLocalErrorText(cell)?.token ?? cell
  return columns.every((at) => isSameCell(bare(one[at]), bare(other[at])))
}

/** Whether the cell may be an error or still loading, so the provider must be asked. */
export function mayBeUnsettled(cell: Cell): boolean {
  if (typeof cell !== 'string') return false
  return readErrorText(cell) !== undefined || (cell.length <= MAX_PLACEHOLDER_LENGTH && ENDS_IN_DOTS.test(cell))
}

/** Whether the text is Google's documented placeholder for an unfinished formula. */
export function readsAsLoading(cell: Cell): boolean {
  const text = readErrorText(cell)?.message ?? cell
  return typeof text === 'string' && LOADING.test(text)
}

/** Classifies a cell that `mayBeUnsettled`, by its text and the provider's type of error, if any. */
export function settleCell(cell: Cell, errorType: string | undefined): 'text' | 'error' | 'loading' {
  if (errorType === undefined) return 'text'
  const error = readLocalErrorText(cell)
  if (errorType === 'LOADING' || !error || ENDS_IN_DOTS.test(error.message)) return 'loading'
  return 'error'
}
