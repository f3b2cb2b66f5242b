import type { Cell } from './cell.ts'

const ROW_END = '],['

/**
 * Rows as received JSON, split between rows without parsing. A `],[` in a cell splits the text in the wrong places and into too
 * many rows. If this matters, compare `count` with the parsed rows.
 */
export class RowsText {
  readonly json: string
  #starts: number[] | undefined

  constructor(json: string, starts?: number[]) {
    this.json = json
    this.#starts = starts
  }

  get count(): number {
    return this.#rowStarts().length
  }

  /** A row by its index from 0, empty below the last row; undefined if the text is split within it. */
  rowAt(row: number): Cell[] | undefined {
    try {
      return (JSON.parse(this.slice(row, row + 1)) as Cell[][])[0] ?? []
    } catch {
      return undefined
    }
  }

  /** Rows from `first` up to, but excluding, `end`, without trailing empty rows. Rows count from 0. */
  slice(first: number, end: number): string {
    const starts = this.#rowStarts()
    let last = Math.min(end, starts.length)
    while (last > first && this.#isEmpty(last - 1)) last -= 1
    return last <= first ? '[]' : `[${this.json.slice(starts[first], this.#findRowEnd(last - 1))}]`
  }

  /** Rows below the first row, which must not be split. */
  withoutFirst(): RowsText {
    const [, ...starts] = this.#rowStarts()
    const [second] = starts
    if (second === undefined) return new RowsText('[]', [])
    const cut = second - '['.length
    return new RowsText(
      `[${this.json.slice(second)}`,
      starts.map((start) => start - cut),
    )
  }

  /** Counts the rows of a slice without trailing empty rows. */
  countFilled(first: number, end: number): number {
    let last = Math.min(end, this.count)
    while (last > first && this.#isEmpty(last - 1)) last -= 1
    return Math.max(0, last - first)
  }

  #isEmpty(row: number): boolean {
    return this.#findRowEnd(row) - (this.#rowStarts()[row] ?? 0) === '[]'.length
  }

  #findRowEnd(row: number): number {
    return (this.#rowStarts()[row + 1] ?? this.json.length) - 1
  }

  #rowStarts(): number[] {
    if (this.#starts) return this.#starts
    const { json } = this
    const starts = json === '[]' ? [] : [1]
    for (let at = json.indexOf(ROW_END); at >= 0; at = json.indexOf(ROW_END, at + 2)) starts.push(at + 2)
    this.#starts = starts
    return starts
  }
}

/** Whether a cell may start with `character`, which must be ASCII. */
export function mayStartCell(json: string, character: string): boolean {
  return json.includes(`"${character}`) || hasEscape(json, character)
}

/** Whether any cell is `mayBeUnsettled`. */
export function mayHoldUnsettled(json: string): boolean {
  return (
    mayStartCell(json, '#') ||
    json.includes('..."') ||
    json.includes('…"') ||
    ['.', '…'].some((end) => hasEscape(json, end))
  )
}

function hasEscape(json: string, character: string): boolean {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0')
  return json.includes(`\\u${code}`) || json.includes(`\\u${code.toUpperCase()}`)
}
