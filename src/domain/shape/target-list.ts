import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { TargetRef } from '#contract/task-fields.ts'
import { type Part, quoteIf, readQuotes, slicePart, splitParts, TextProblem, unquote } from './quoted-text.ts'

const ARROW = '=>'

/** Reads `North => id!Tab | South => id`; empty text has no target. @throws TextProblem */
export function parseTargets(text: string): TargetRef[] {
  const parts = splitParts(readQuotes(text), '|\n')
  return parts.filter((part) => part.text !== '').map(parseTarget)
}

function parseTarget(part: Part): TargetRef {
  const arrow = part.visible.indexOf(ARROW)
  if (arrow < 0) throw new TextProblem(`"${part.text}": write VALUE => ID!Tab`, part)
  const value = unquote(slicePart(part, 0, arrow))
  if (value.trim() === '') throw new TextProblem(`"${part.text}": write a value before "${ARROW}"`, part)
  const place = slicePart(part, arrow + ARROW.length)
  const mark = place.visible.indexOf('!')
  const file = (mark < 0 ? place : slicePart(place, 0, mark)).text
  if (file === '') throw new TextProblem(`"${part.text}": write the ID of a spreadsheet after "${ARROW}"`, part)
  if (/\s/.test(file)) throw new TextProblem(`"${file}" is no ID and no link: write VALUE ${ARROW} ID!Tab`, part)
  const tab = mark < 0 ? '' : unquote(slicePart(place, mark + 1))
  return { value, target_ss_id: mark < 0 ? file : spreadsheetIdFrom(file), target_sheet_name: tab }
}

/** Text that `parseTargets` reads as the same targets. */
export function formatTargets(targets: readonly TargetRef[]): string {
  return targets.map(formatTarget).join(' | ')
}

function formatTarget({ value, target_ss_id: id, target_sheet_name: tab }: TargetRef): string {
  const place = tab === '' ? id : `${id}!${quoteIf(tab, /[!|"\n]/.test(tab))}`
  return `${quoteIf(value, /[|"\n]|=>/.test(value))} ${ARROW} ${place}`
}
