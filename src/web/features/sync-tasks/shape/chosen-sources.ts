import { linkedTab, linkToFolder, spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { catchProblem } from '#domain/shape/quoted-text.ts'
import { formatSources, parseSources } from '#domain/shape/source-list.ts'

/** An additional source of a task, as named in the text of the field. */
export interface ChosenSource {
  /** ID of the spreadsheet, or link to the folder. */
  place: string
  isFolder: boolean
  /** Name of the tab; empty for the first visible tab. */
  tab: string
}

/** Reads the sources in a text; undefined while the text cannot be read. */
export function readSources(text: string): ChosenSource[] | undefined {
  return catchProblem(() => parseSources(text)) ? undefined : parseSources(text).map(describeSource)
}

/** Removes the source at an index from the text. */
export function removeSource(text: string, index: number): string {
  return writeSources(parseSources(text).filter((_, at) => at !== index))
}

/** Removes all sources of a place from the text, or adds the place if the text has none. */
export function toggleSource(text: string, place: string): string {
  const sources = parseSources(text)
  const others = sources.filter((source) => describeSource(source).place !== place)
  return others.length < sources.length ? writeSources(others) : addSources(text, [place])
}

/** Adds places to the text unless the text names them already. */
export function addSources(text: string, places: readonly string[]): string {
  const named = new Set(readSources(text)?.map(({ place }) => place))
  return addLines(
    text,
    places.filter((place) => !named.has(place)),
  )
}

/** First tab of a new spreadsheet. It is nearly always the first visible tab. */
const FIRST_TAB = '#gid=0'

/**
 * Adds the tab that a link leads to, unless the text names it already. A link to the first tab replaces the bare ID of its
 * file, which stands for the same tab.
 */
export function addLink(text: string, link: string): string {
  const linked = writeSource({ source_ss_id: spreadsheetIdFrom(link), source_sheet_name: linkedTab(link) ?? '' })
  const named = parseSources(text).map(writeSource)
  if (named.includes(linked)) return text.trimEnd()
  const bare = linkedTab(link) === FIRST_TAB ? named.indexOf(spreadsheetIdFrom(link)) : -1
  return bare < 0 ? addLines(text, [linked]) : named.with(bare, linked).join('\n')
}

function addLines(text: string, lines: readonly string[]): string {
  return [text.trimEnd(), ...lines].filter((line) => line !== '').join('\n')
}

function describeSource({ source_ss_id = '', folder_id, source_sheet_name: tab }: SourceRef): ChosenSource {
  if (folder_id !== undefined) return { place: linkToFolder(folder_id), isFolder: true, tab }
  return { place: source_ss_id, isFolder: false, tab }
}

function writeSources(sources: readonly SourceRef[]): string {
  return sources.map(writeSource).join('\n')
}

function writeSource(source: SourceRef): string {
  return formatSources([source])
}
