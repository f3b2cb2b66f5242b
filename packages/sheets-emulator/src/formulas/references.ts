import type { CellBox } from '../store/box.ts'
import { columnIndex, columnLetters, parseCells } from '../values/a1.ts'

/** Cells a formula names. A missing title means the formula's own tab. */
export interface Reference {
  title?: string
  /** Missing when a name follows the title. */
  cells?: NamedCells
}

interface NamedCells {
  box: CellBox
  /** Whether it names rows. `A:B` does not. */
  hasRows: boolean
  hasColumns: boolean
  /** Whether a copy of the formula in another row names other rows. */
  isRowRelative: boolean
  isColumnRelative: boolean
}

const tokenPattern = /\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}\p{N}_.$]+|.)/suy

/** A part of a formula with the cells it names; parts without a reference are kept as they are. */
interface Part {
  text: string
  reference?: Reference
}

/** Lists the cells and tabs a formula names, outside its string literals. */
export function references(formula: string): Reference[] {
  return [...partsIn(formula)].flatMap(({ reference }) => reference ?? [])
}

/** Rewrites the references of a formula with the boxes from `change`. A reference without a box becomes `#REF!`. */
export function withReferences(formula: string, change: (reference: Reference) => CellBox | undefined): string {
  let changed = ''
  for (const { text, reference } of partsIn(formula)) {
    const { cells } = reference ?? {}
    changed += reference && cells ? textWithBox(text, { before: cells.box, after: change(reference) }) : text
  }
  return changed
}

function* partsIn(formula: string): Generator<Part> {
  const tokens = tokenize(formula)
  for (let at = 0; at < tokens.length; ) {
    const word = (index: number) => tokens[index]?.trim() ?? ''
    const title = word(at + 1) === '!' ? parseTitle(word(at)) : undefined
    if (title !== undefined) {
      yield { text: `${tokens[at]}!` }
      at += 2
    }
    const cells = word(at + 1) === ':' ? namedCells(`${word(at)}:${word(at + 2)}`) : undefined
    const cell = cells ?? (word(at + 1) === '(' ? undefined : namedCells(word(at)))
    const text = tokens.slice(at, at + (cells ? 3 : 1)).join('')
    const isNamed = title !== undefined || cell
    yield {
      text,
      ...(isNamed && { reference: { ...(title !== undefined && { title }), ...(cell && { cells: cell }) } }),
    }
    at += cells ? 3 : 1
  }
}

/** Splits a formula into tokens, each with the spaces before it. */
function tokenize(formula: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  for (let token = tokenPattern.exec(formula)?.[0]; token !== undefined; token = tokenPattern.exec(formula)?.[0]) {
    tokens.push(token)
  }
  return tokens
}

/** Writes a reference such as `$B2:C5` with another box, and keeps its dollar signs. */
function textWithBox(text: string, { before, after }: { before: CellBox; after: CellBox | undefined }): string {
  if (!after) return '#REF!'
  const names = ['startRow', 'endRow', 'startColumn', 'endColumn'] as const
  if (names.every((name) => before[name] === after[name])) return text
  const [first = '', last] = text.split(':')
  const start = cornerAt(first, { row: after.startRow, column: after.startColumn })
  if (last === undefined) return start
  return `${start}:${cornerAt(last, { row: (after.endRow ?? 1) - 1, column: (after.endColumn ?? 1) - 1 })}`
}

function cornerAt(text: string, { row, column }: { row: number; column: number }): string {
  return text.replace(/\d+/, String(row + 1)).replace(/[a-z]+/i, columnLetters(column))
}

function parseTitle(token: string): string | undefined {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
  return /^[\p{L}\p{N}_.]/u.test(token) ? token : undefined
}

function namedCells(text: string): NamedCells | undefined {
  const box = parseCells(text)
  return (
    box && {
      box,
      hasRows: /\d/.test(text),
      hasColumns: /[a-z]/i.test(text),
      isRowRelative: text.split(':').some((corner) => /(?:^|[a-z])\d/i.test(corner)),
      isColumnRelative: text.split(':').some((corner) => /^[a-z]/i.test(corner)),
    }
  )
}

/** Whether a copy of the formula at this offset names other cells. */
export function isRelative({ cells }: Reference, offset: Offset): boolean {
  if (!cells) return false
  return (offset.rows !== 0 && cells.isRowRelative) || (offset.columns !== 0 && cells.isColumnRelative)
}

/** Distance of a copied formula from the original. */
export interface Offset {
  rows: number
  columns: number
}

/** Copies a formula to an offset. References without a dollar sign move with it. */
export function copiedFormula(formula: string, { rows, columns }: Offset): string {
  let changed = ''
  for (const { text, reference } of partsIn(formula))
    changed += reference?.cells ? text.split(':').map(moved).join(':') : text
  return changed

  function moved(corner: string): string {
    const [, dollar = '', letters = '', rowDollar = '', digits = ''] = CORNER.exec(corner.trim()) ?? []
    const space = corner.slice(0, corner.length - corner.trimStart().length)
    const row = digits && rowDollar === '' ? Number(digits) + rows : Number(digits)
    const column = letters && dollar === '' ? (columnIndex(letters) ?? 0) + columns : columnIndex(letters)
    if ((digits && row < 1) || (letters && (column ?? 0) < 0)) return '#REF!'
    return `${space}${dollar}${letters && columnLetters(column ?? 0)}${rowDollar}${digits && row}`
  }
}

const CORNER = /^(\$?)([a-z]*)(\$?)(\d*)$/i
