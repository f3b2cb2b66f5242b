import type { CellBox, Shift } from '../store/box.ts'
import { shiftBox } from '../store/box.ts'
import { parseCells } from '../values/a1.ts'

/** Cells that a formula names. A missing title means the formula's own tab. */
export interface Reference {
  title?: string
  /** Missing when a name follows the title. */
  cells?: NamedCells
}

interface NamedCells {
  box: CellBox
  /** Whether it names rows, which `A:B` does not. */
  hasRows: boolean
  hasColumns: boolean
  /** Whether a copy of the formula in another row names other rows. */
  isRowRelative: boolean
  isColumnRelative: boolean
}

const tokenPattern = /\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}\p{N}_.$]+|.)/suy

/** The cells and tabs that a formula names, outside its texts. */
export function references(formula: string): Reference[] {
  const tokens = tokenize(formula)
  const found: Reference[] = []
  for (let at = 0; at < tokens.length; ) {
    const title = tokens[at + 1] === '!' ? titleOf(tokens[at] ?? '') : undefined
    if (title !== undefined) at += 2
    const range = `${tokens[at]}:${tokens[at + 2]}`
    const cells = tokens[at + 1] === ':' ? namedCells(range) : undefined
    const cell = cells ?? (tokens[at + 1] === '(' ? undefined : namedCells(tokens[at] ?? ''))
    if (title !== undefined || cell) found.push({ ...(title !== undefined && { title }), ...(cell && { cells: cell }) })
    at += cells ? 3 : 1
  }
  return found
}

function tokenize(formula: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  for (let token = tokenPattern.exec(formula)?.[1]; token !== undefined; token = tokenPattern.exec(formula)?.[1]) {
    tokens.push(token)
  }
  return tokens
}

function titleOf(token: string): string | undefined {
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

/** Whether the formula names other cells after rows or columns of the tab that it names were inserted or deleted. */
export function isShifted(reference: Reference, shift: Shift): boolean {
  return isChanged(reference, { isRows: shift.isRows, apply: (box) => shiftBox(box, shift) })
}

interface BoxChange {
  isRows: boolean
  apply(box: CellBox): CellBox | undefined
}

/** Whether the formula names other cells after a change of the rows or columns of the tab that it names. */
export function isChanged({ cells }: Reference, { isRows, apply }: BoxChange): boolean {
  if (!cells || !(isRows ? cells.hasRows : cells.hasColumns)) return false
  const { box } = cells
  const moved = apply(box)
  const names = ['startRow', 'endRow', 'startColumn', 'endColumn'] as const
  return names.some((name) => moved?.[name] !== box[name])
}

/** Whether a copy of the formula so many rows and columns away names other cells. */
export function isRelative({ cells }: Reference, offset: { rows: number; columns: number }): boolean {
  if (!cells) return false
  return (offset.rows !== 0 && cells.isRowRelative) || (offset.columns !== 0 && cells.isColumnRelative)
}
