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

export interface StackedHeader {
  header: Cell[]
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
  last: readonly Cell[] = [],
): StackedHeader {
  if (last.length > 0) {
    const header = sourceColumn !== '' && last[0] === sourceColumn ? last.slice(1) : last
    const { header: stacked, places } = stackHeaders([{ header, width: header.length }, ...parts], sourceColumn)
    return { header: stacked, places: places.slice(1) }
  }
  const first = sourceColumn === '' ? [] : [sourceColumn]
  const header: Cell[] = [...first]
  const names: (string | undefined)[] = first.map(() => undefined)
  const places = parts.map((part) => {
    const own: (number | undefined)[] = []
    for (const [at, name] of columnNames(part.header, part.width).entries()) {
      let column = columnNamed(names, { name, taken: own })
      if (column === undefined) {
        column = names.push(name) - 1
        header.push(isEmptyCell(part.header[at]) ? null : (part.header[at] ?? null))
      }
      own[column] = at + 1
    }
    return own
  })
  return { header, places: places.map((own) => Array.from(header, (_, at) => own[at])) }
}

interface Wanted {
  name: string
  /** Columns that the source already has elsewhere. */
  taken: readonly (number | undefined)[]
}

/** The column of that name; without regard to case if only one is named so. */
function columnNamed(names: readonly (string | undefined)[], { name, taken }: Wanted): number | undefined {
  const exact = names.indexOf(name)
  if (exact >= 0) return exact
  const folded = name.toLowerCase()
  const alike = names.flatMap((other, at) => (other?.toLowerCase() === folded && taken[at] === undefined ? [at] : []))
  return alike.length === 1 ? alike[0] : undefined
}
