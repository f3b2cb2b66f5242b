import { linkToFolder, spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { problemOf } from '#domain/shape/quoted-text.ts'
import { formatSources, parseSources } from '#domain/shape/source-list.ts'

/** A further source of a task, as its text names it. */
export interface ChosenSource {
  /** ID of the spreadsheet, or link to the folder. */
  place: string
  isFolder: boolean
  /** Empty: the first visible tab. */
  tab: string
}

/** The sources that a text names; undefined while the text cannot be read. */
export function readSources(text: string): ChosenSource[] | undefined {
  return problemOf(() => parseSources(text)) ? undefined : parseSources(text).map(describeSource)
}

/** The ID of a spreadsheet or the link to a folder, of an ID or link that somebody picked. */
export function readPlace(picked: string): string {
  const [source] = readSources(picked) ?? []
  return source?.place ?? picked
}

/** Text without the source at an index. */
export function removeSource(text: string, index: number): string {
  return writeSources(parseSources(text).filter((_, at) => at !== index))
}

/** Text without the sources of a place, or with the place if there is none. */
export function toggleSource(text: string, place: string): string {
  const sources = parseSources(text)
  const others = sources.filter((source) => describeSource(source).place !== place)
  return others.length < sources.length ? writeSources(others) : addSources(text, [place])
}

/** Text with further sources, without those that it names already. */
export function addSources(text: string, places: readonly string[]): string {
  const named = new Set(readSources(text)?.map(({ place }) => place))
  return [text.trimEnd(), ...places.filter((place) => !named.has(place))].filter((line) => line !== '').join('\n')
}

function describeSource({ source_ss_id = '', folder_id, source_sheet_name: tab }: SourceRef): ChosenSource {
  if (folder_id !== undefined) return { place: linkToFolder(folder_id), isFolder: true, tab }
  return { place: spreadsheetIdFrom(source_ss_id), isFolder: false, tab }
}

function writeSources(sources: readonly SourceRef[]): string {
  return sources.map((source) => formatSources([source])).join('\n')
}
