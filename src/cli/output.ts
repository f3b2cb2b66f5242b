import { styleText } from 'node:util'
import Table from 'cli-table3'

/** Column of a table: its title, and a function for the text of a row. */
export type Column<Row> = readonly [title: string, text: (row: Row) => string]

/**
 * Output of a command. Results go to standard output, progress and problems to standard error. Control characters never reach
 * a terminal, because names and cells come from spreadsheets.
 */
export interface Output {
  /** Whether the output goes to a terminal, not to a program or a file. */
  readonly isTerminal: boolean
  line(text: string): void
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  json(value: unknown): void
  /** Writes JSON on a single line. */
  jsonLine(value: unknown): void
  /** Writes a part of a file. Only output to a terminal is escaped. */
  file(text: string): void
  problem(text: string): void
}

export interface Streams {
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
  const write = (text: string) => void stdout.write(`${text}\n`)
  const title = (text: string) => (isTerminal ? styleText('bold', text) : text)
  return {
    isTerminal,
    line: (text) => write(printable(text)),
    table(rows, columns) {
      const table = new Table({
        head: columns.map(([name]) => title(printable(name))),
        chars: NO_BORDERS,
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      })
      table.push(...rows.map((row) => columns.map(([, text]) => printable(text(row)))))
      for (const text of table.toString().split('\n')) write(text.trimEnd())
    },
    json: (value) => write(escaped(JSON.stringify(value, null, 2))),
    jsonLine: (value) => write(escaped(JSON.stringify(value))),
    file: (text) => void stdout.write(isTerminal ? text.split('\n').map(printable).join('\n') : text),
    problem: (text) => void stderr.write(`${printable(text)}\n`),
  }
}

/**
 * Matches control characters, and invisible characters that reorder text or hide in it. Joiners stay, because some scripts and
 * emoji need them.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ')
}

/** Escapes control characters in JSON, except for line breaks between its parts. */
function escaped(json: string): string {
  return json.replaceAll(UNPRINTABLE, (character) => {
    if (character === '\n') return character
    const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    return units.map((unit) => `\\u${unit}`).join('')
  })
}
