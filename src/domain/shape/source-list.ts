import { linkedFolder, linkedTab, linkToFolder, spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { type Part, quoteIf, readQuotes, slicePart, splitParts, TextProblem, unquote } from './quoted-text.ts'

/** Reads `id!Tab | id!Tab`, where a link may lead to a folder; empty text has no source. @throws TextProblem */
export function parseSources(text: string): SourceRef[] {
  const parts = splitParts(readQuotes(text), '|\n')
  return parts.filter((part) => part.text !== '').map(parseSource)
}

function parseSource(part: Part): SourceRef {
  const mark = part.visible.indexOf('!')
  const place = (mark < 0 ? part : slicePart(part, 0, mark)).text
  if (place === '') throw new TextProblem(`"${part.text}": write the ID of a spreadsheet before "!"`, part)
  if (/\s/.test(place)) throw new TextProblem(`"${place}" is no ID and no link: write ID!Tab | ID!Tab`, part)
  const tab = mark < 0 ? (linkedTab(place) ?? '') : unquote(slicePart(part, mark + 1))
  const folder = linkedFolder(place)
  if (folder !== undefined) return { folder_id: folder, source_sheet_name: tab }
  return { source_ss_id: spreadsheetIdFrom(place), source_sheet_name: tab }
}

/** Text that `parseSources` reads as the same sources. */
export function formatSources(sources: readonly SourceRef[]): string {
  return sources.map(formatSource).join(' | ')
}

function formatSource({ source_ss_id = '', folder_id, source_sheet_name: tab }: SourceRef): string {
  const place = folder_id === undefined ? source_ss_id : linkToFolder(folder_id)
  return tab === '' ? place : `${place}!${quoteIf(tab, /[!|"\n]/.test(tab))}`
}
