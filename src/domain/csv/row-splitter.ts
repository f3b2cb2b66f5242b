/** Maximum length of a row, far beyond any real row: an unclosed quote must not pull the whole file into memory. */
export const MAX_ROW_LENGTH = 1024 * 1024
/** Maximum separators in a row, far more than in any of our files. */
export const MAX_SEPARATORS = 1000

/** Reason for rejecting text as CSV. */
export type SplitProblem = 'open_quote' | 'text_after_quote' | 'quote_in_field' | 'long_row' | 'many_separators'

/** Error for text with invalid CSV syntax; rows count from 1. */
export class NotCsv extends Error {
  readonly row: number
  readonly problem: SplitProblem

  constructor(row: number, problem: SplitProblem) {
    super(`Row ${row} is not CSV: ${problem}`)
    this.row = row
    this.problem = problem
  }
}

const [QUOTE, CR, LF] = ['"', '\r', '\n'].map((character) => character.charCodeAt(0))

/**
 * Splits text into rows of fields, piece by piece. Checks limits at each character, to reject an oversized row before it is in
 * memory. Any line break ends a row; each empty line is a row.
 */
export class RowSplitter {
  readonly #separator: number
  #row = 1
  #length = 0
  #fields: string[] = []
  #field = ''
  /** `closed`: after a quote inside a quoted field. The field ends here unless another quote follows. */
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  #isAfterCr = false

  /** @param separator the character between fields */
  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
  }

  /** Returns the rows ending in this piece. @throws NotCsv */
  split(piece: string): string[][] {
    const rows: string[][] = []
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      const isAfterCr = this.#isAfterCr
      this.#isAfterCr = false
      if (isAfterCr && code === LF) {
        from = at + 1
        continue
      }
      this.#length += 1
      if (this.#length > MAX_ROW_LENGTH) throw new NotCsv(this.#row, 'long_row')
      if (this.#state === 'quoted') {
        if (code !== QUOTE) continue
        this.#field += piece.slice(from, at)
        this.#state = 'closed'
      } else if (code === QUOTE) {
        this.#openQuote()
        from = at + 1
      } else if (code === this.#separator || code === CR || code === LF) {
        if (this.#state === 'plain') this.#field += piece.slice(from, at)
        if (code === this.#separator) this.#endField()
        else rows.push(this.#endRow())
        this.#isAfterCr = code === CR
      } else if (this.#state === 'closed') throw new NotCsv(this.#row, 'text_after_quote')
      else if (this.#state === 'start') {
        this.#state = 'plain'
        from = at
      }
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#field += piece.slice(from)
    return rows
  }

  /** Returns the last row if it has no line break. @throws NotCsv */
  end(): string[][] {
    if (this.#state === 'quoted') throw new NotCsv(this.#row, 'open_quote')
    return this.#length > 0 ? [this.#endRow()] : []
  }

  #openQuote(): void {
    if (this.#state === 'plain') throw new NotCsv(this.#row, 'quote_in_field')
    if (this.#state === 'closed') this.#field += '"'
    this.#state = 'quoted'
  }

  #endField(): void {
    this.#fields.push(this.#field)
    if (this.#fields.length > MAX_SEPARATORS) throw new NotCsv(this.#row, 'many_separators')
    this.#field = ''
    this.#state = 'start'
  }

  #endRow(): string[] {
    const fields = [...this.#fields, this.#field]
    this.#row += 1
    this.#length = 0
    this.#fields = []
    this.#field = ''
    this.#state = 'start'
    return fields
  }
}
