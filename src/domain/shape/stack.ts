import { isPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/copy/column-names.ts'

/** The fields of a task that say which sources it copies one below the other. */
export interface StackFields {
  readonly sourceSsId: string
  readonly sourceSheetName: string
  readonly moreSources: readonly SourceRef[]
  readonly sourceColumn: string
  readonly whenSourceFails: 'keep_its_rows' | 'hold'
}

/** Several sources of one task. */
export interface Stack {
  /** The task's own first. */
  readonly sources: readonly SourceRef[]
  /** The name of the column with the title of each row's source; empty for none. */
  readonly sourceColumn: string
  readonly whenSourceFails: 'keep_its_rows' | 'hold'
  /** Which titles tell the sources apart. */
  readonly titles: 'spreadsheet' | 'tab' | 'both'
}

type Sources = Pick<StackFields, 'sourceSsId' | 'sourceSheetName' | 'moreSources'>

/** The sources that a task names, its own first. */
export function namedSources({ sourceSsId, sourceSheetName, moreSources }: Sources): SourceRef[] {
  return [{ source_ss_id: sourceSsId, source_sheet_name: sourceSheetName }, ...moreSources]
}

/** Undefined for a task that copies one tab. */
export function stackOf(fields: StackFields): Stack | undefined {
  const { sourceSheetName, moreSources, sourceColumn, whenSourceFails } = fields
  if (moreSources.length === 0 && sourceColumn === '' && !isPattern(sourceSheetName)) return undefined
  const sources = namedSources(fields)
  return { sources, sourceColumn, whenSourceFails, titles: titlesOf(sources) }
}

/** Decided by what the task says, so that a title does not change when another source comes or goes. */
function titlesOf(sources: readonly SourceRef[]): Stack['titles'] {
  const files = sources.flatMap(({ source_ss_id }) => source_ss_id ?? [])
  const hasPattern = sources.some(({ source_sheet_name }) => isPattern(source_sheet_name))
  const hasFolder = files.length < sources.length
  const count = new Set(files).size
  if (count === 1 && !hasFolder) return sources.length > 1 || hasPattern ? 'tab' : 'spreadsheet'
  return hasPattern || count < files.length ? 'both' : 'spreadsheet'
}

interface Titled {
  readonly spreadsheet: string
  readonly tab: string
}

/** The title of a source, by which its rows are known. */
export function titleOfSource({ titles }: Pick<Stack, 'titles'>, { spreadsheet, tab }: Titled): string {
  return titles === 'both' ? `${spreadsheet}: ${tab}` : titles === 'tab' ? tab : spreadsheet
}

/** The header row of one of several sources, and how many columns it has. */
export interface PartHeader {
  readonly header: readonly Cell[]
  readonly width: number
}

/** The columns of several sources together. */
export interface StackColumns {
  header: Cell[]
  /** The names by which a column of a source finds its own: `Column C` of one without a header, which may be elsewhere here. */
  names: string[]
}

export interface StackedHeader extends StackColumns {
  /** By source: the source's column for each column of the stack, counted from 1; undefined for one that it lacks. */
  places: (number | undefined)[][]
}

/**
 * The columns of several sources: those of `last`, the stack of an earlier copy, if its columns must stay where they are; those
 * of the first source, then those that only later ones have.
 */
export function stackHeaders(
  parts: readonly PartHeader[],
  sourceColumn: string,
  last: StackColumns = { header: [], names: [] },
): StackedHeader {
  const first = sourceColumn === '' ? [] : [sourceColumn]
  const skipped = sourceColumn !== '' && last.header[0] === sourceColumn ? 1 : 0
  const earlier = { header: last.header.slice(skipped), names: last.names.slice(skipped) }
  const named = parts.map(({ header, width }) => ({ header, names: columnNames(header, width) }))
  const keyOf = keysOf([earlier, ...named])
  const columns = new Map<string, { name: string; cell: Cell }>()
  for (const { header, names } of [earlier, ...named]) {
    for (const [at, name] of names.entries()) {
      const cell = header[at] ?? null
      if (!columns.has(keyOf(name))) columns.set(keyOf(name), { name, cell: isEmptyCell(cell) ? null : cell })
    }
  }
  const all = [...columns.values()]
  const places = named.map(({ names }) => {
    const own = new Map(names.map((name, at) => [keyOf(name), at + 1]))
    return [...first.map(() => undefined), ...[...columns.keys()].map((key) => own.get(key))]
  })
  return {
    header: [...first, ...all.map(({ cell }) => cell)],
    names: [...first, ...all.map(({ name }) => name)],
    places,
  }
}

/** Columns are the same if their names have the same key. Case counts where two names of one source differ by nothing else. */
function keysOf(parts: readonly Pick<StackColumns, 'names'>[]): (name: string) => string {
  const differByCase = new Set<string>()
  for (const { names } of parts) {
    const seen = new Set<string>()
    for (const name of names.map((each) => each.toLowerCase())) {
      if (seen.has(name)) differByCase.add(name)
      seen.add(name)
    }
  }
  return (name) => (differByCase.has(name.toLowerCase()) ? name : name.toLowerCase())
}
