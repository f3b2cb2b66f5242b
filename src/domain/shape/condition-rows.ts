import type { Literal, Operator } from './operators.ts'
import {
  catchProblem,
  isQuoted,
  type Part,
  quoteIf,
  readOpenQuotes,
  splitParts,
  type TextProblem,
} from './quoted-text.ts'
import {
  formatConditions,
  formatValue,
  numberIn,
  parseCondition,
  splitCondition,
  startsWithOperator,
  takesList,
  takesNoValue,
} from './row-conditions.ts'

/** A condition as three fields of a form. */
export interface PickedCondition {
  column: string
  operator: Operator
  /** Value as typed, without quotes needed only to keep a text together, and with `|` between the values of a list. */
  value: string
}

/** A condition in a text. */
export interface ConditionRow {
  /** Condition as written. */
  text: string
  /** Fields of the condition; undefined if it can only be shown as text. */
  picked: PickedCondition | undefined
  /** Why the condition cannot be read, and the place of the wrong words. */
  problem: Pick<TextProblem, 'message' | 'at' | 'length'> | undefined
}

/** Splits a text into conditions, including unreadable conditions. Together, the rows contain the whole text. */
export function conditionRows(text: string): ConditionRow[] {
  const whole = readOpenQuotes(text)
  const parts = splitParts(whole, ';\n').filter((part) => part.text !== '')
  return parts.map((part, index) => {
    const unclosed = index === parts.length - 1 ? whole.problem : undefined
    const problem = unclosed ?? catchProblem(() => parseCondition(part))
    return {
      text: part.text,
      picked: unclosed ? undefined : pickedIn(part),
      problem: problem && { message: problem.message, at: problem.at - part.at, length: problem.length },
    }
  })
}

function pickedIn(part: Part): PickedCondition | undefined {
  if (catchProblem(() => splitCondition(part))) return undefined
  const { column, operator, value } = splitCondition(part)
  const isWrong = catchProblem(() => parseCondition(part)) !== undefined
  const shown = isWrong ? value.text : shownValue(parseCondition(part).values, takesList(operator))
  // A single-line field would drop the line break.
  return shown.includes('\n') ? undefined : { column, operator, value: shown }
}

function shownValue(values: readonly Literal[], isList: boolean): string {
  if (isList) return values.map(formatValue).join(' | ')
  const shown = values.map(({ text, number }) => {
    const readsOtherwise = text === '' || text.trim() !== text || isWhollyQuoted(text)
    return readsOtherwise || (number === undefined && numberIn(text)) ? quoteIf(text, true) : text
  })
  return shown.join('')
}

/** Formats a condition; `conditionRows` reads the same fields. */
export function conditionText({ column, operator, value }: PickedCondition): string {
  const start = formatConditions([{ column, operator, values: [] }])
  if (takesNoValue(operator)) return start
  const typed = takesList(operator) ? splitParts(readOpenQuotes(value), '|').map(({ text }) => text) : [value]
  return `${start} ${typed.map(writtenValue).join(' | ')}`.trim()
}

/** Formats a typed value for a condition. People may type the quotes themselves. */
function writtenValue(typed: string): string {
  const text = typed.trim()
  return text === '' || isWhollyQuoted(text) ? text : quoteIf(text, /[;|\n]/.test(text) || startsWithOperator(text))
}

function isWhollyQuoted(text: string): boolean {
  const { problem, ...part } = readOpenQuotes(text)
  return !problem && isQuoted(part)
}

/** Joins the text of rows, each on its own line. */
export function textOfRows(rows: readonly Pick<ConditionRow, 'text'>[]): string {
  return rows.map(({ text }) => text).join('\n')
}

/** Adds a row directly below the rows shown as fields. Further down, an unclosed quote would swallow it. */
export function withRow(rows: readonly ConditionRow[], added: PickedCondition): { text: string; at: number } {
  const at = rows.findLastIndex(({ picked }) => picked !== undefined) + 1
  return {
    text: textOfRows(rows.toSpliced(at, 0, { text: conditionText(added), picked: added, problem: undefined })),
    at,
  }
}

/** Keeps only readable conditions, to count matching rows while a person is still writing another condition. */
export function readableConditions(text: string): string {
  return textOfRows(conditionRows(text).filter(({ problem }) => !problem))
}
