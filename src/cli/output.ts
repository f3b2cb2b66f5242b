import { styleText } from 'node:util'
import Table from 'cli-table3'

/** A column of a table: its title, and the text of each row. */
export type Column<Row> = readonly [title: string, text: (row: Row) => string]

/** Where a command writes: results to standard output, progress and problems to standard error. */
export interface Output {
  /** Whether a person is watching, rather than a program or a file. */
  readonly isTerminal: boolean
  line(text: string): void
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  json(value: unknown): void
  /** Text as it is, such as a part of a file. */
  raw(text: string | Uint8Array): void
  problem(text: string): void
}

interface Streams {
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  isTerminal: boolean
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

export function createOutput({ stdout, stderr, isTerminal }: Streams): Output {
  const line = (text: string) => void stdout.write(`${text}\n`)
  const title = (text: string) => (isTerminal ? styleText('bold', text) : text)
  return {
    isTerminal,
    line,
    table(rows, columns) {
      const table = new Table({
        head: columns.map(([name]) => title(name)),
        chars: NO_BORDERS,
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      })
      table.push(...rows.map((row) => columns.map(([, text]) => printable(text(row)))))
      for (const text of table.toString().split('\n')) line(text.trimEnd())
    },
    json: (value) => line(JSON.stringify(value, null, 2)),
    raw: (text) => void stdout.write(text),
    problem: (text) => void stderr.write(`${printable(text)}\n`),
  }
}

/** Without control characters: the text of a sheet must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
