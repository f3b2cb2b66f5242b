import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { TargetSheet } from '#contract/task-fields.ts'
import { type Part, quoteIf, readQuotes, slicePart, splitParts, TextProblem, unquote } from './quoted-text.ts'

const FORM = 'ID!Tab: Value, Link, Tab'
/** The colon of a link, e.g. `https://`, separates nothing. */
const SEPARATOR = /:(?!\/\/)/g

/** Reads `id!Branches: Branch, File, Tab`; null for empty text. @throws TextProblem */
export function parseTargetSheet(text: string): TargetSheet | null {
  if (text.trim() === '') return null
  const whole = slicePart(readQuotes(text), 0)
  const separator = [...whole.visible.matchAll(SEPARATOR)].at(-1)
  if (!separator) throw new TextProblem(`"${whole.text}": write the tab and its columns as ${FORM}`, whole)
  const columns = splitParts(slicePart(whole, separator.index + 1), ',')
  const [value, link, tab, ...more] = columns
  const empty = columns.find((column) => column.text === '')
  if (!value || !link || empty || more.length > 0)
    throw new TextProblem(`"${whole.text}": name two or three columns after ":", as in ${FORM}`, whole)
  return {
    ...readPlace(slicePart(whole, 0, separator.index)),
    value_column: unquote(value),
    link_column: unquote(link),
    tab_column: tab ? unquote(tab) : '',
  }
}

function readPlace(place: Part): Pick<TargetSheet, 'ss_id' | 'sheet_name'> {
  const mark = place.visible.indexOf('!')
  const file = (mark < 0 ? place : slicePart(place, 0, mark)).text
  if (file === '') throw new TextProblem(`"${place.text}": write the ID of a spreadsheet, as in ${FORM}`, place)
  if (/\s/.test(file)) throw new TextProblem(`"${file}" is no ID and no link: write ${FORM}`, place)
  const tab = mark < 0 ? '' : unquote(slicePart(place, mark + 1))
  return { ss_id: mark < 0 ? file : spreadsheetIdFrom(file), sheet_name: tab }
}

/** Text that `parseTargetSheet` reads as the same sheet; empty for none. */
export function formatTargetSheet(sheet: TargetSheet | null): string {
  if (sheet === null) return ''
  const { ss_id: id, sheet_name: tab, value_column, link_column, tab_column } = sheet
  const place = tab === '' ? id : `${id}!${quote(tab)}`
  const columns = [value_column, link_column, ...(tab_column === '' ? [] : [tab_column])]
  return `${place}: ${columns.map(quote).join(', ')}`
}

function quote(name: string): string {
  return quoteIf(name, /[!|:,"\n]/.test(name))
}
