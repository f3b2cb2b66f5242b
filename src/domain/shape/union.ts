import { isPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { createNameForm } from '#domain/recognize/name-finder.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'

/** Fields of a task for its sources, copied below each other. */
export interface UnionFields {
  readonly sourceSsId: string
  readonly sourceSheetName: string
  readonly moreSources: readonly SourceRef[]
  readonly sourceColumn: string
  readonly whenSourceFails: 'keep_its_rows' | 'hold'
}

/** Several sources of a task. */
export interface Union {
  /** Sources, beginning with the task's own. */
  readonly sources: readonly SourceRef[]
  /** The name of the column with the title of each row's source; empty for none. */
  readonly sourceColumn: string
  readonly whenSourceFails: 'keep_its_rows' | 'hold'
  /** Titles needed to tell the sources apart. */
  readonly titles: 'spreadsheet' | 'tab' | 'both'
}

type Sources = Pick<UnionFields, 'sourceSsId' | 'sourceSheetName' | 'moreSources'>

/** The sources a task names, its own first. */
export function namedSources({ sourceSsId, sourceSheetName, moreSources }: Sources): SourceRef[] {
  return [{ source_ss_id: sourceSsId, source_sheet_name: sourceSheetName }, ...moreSources]
}

/** Parses the sources of a task; undefined for a single source. */
export function parseUnion(fields: UnionFields): Union | undefined {
  const { sourceSheetName, moreSources, sourceColumn, whenSourceFails } = fields
  if (moreSources.length === 0 && sourceColumn === '' && !isPattern(sourceSheetName)) return undefined
  const sources = namedSources(fields)
  return { sources, sourceColumn, whenSourceFails, titles: chooseTitles(sources) }
}

/** Chooses titles by the fields of the task, so a title does not change when another source comes or goes. */
function chooseTitles(sources: readonly SourceRef[]): Union['titles'] {
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

/** Title of a source, which identifies its rows. */
export function titleOfSource({ titles }: Pick<Union, 'titles'>, { spreadsheet, tab }: Titled): string {
  return titles === 'both' ? `${spreadsheet}: ${tab}` : titles === 'tab' ? tab : spreadsheet
}

/** The header row of one of several sources, and its number of columns. */
export interface PartHeader {
  readonly header: readonly Cell[]
  /** Header with displayed text; defaults to `header`. */
  readonly shownHeader?: readonly Cell[] | undefined
  readonly width: number
}

/** The combined columns of several sources. */
export interface UnionColumns {
  header: Cell[]
  /** Names to match the columns of a source: `Column C` of a source without a header may have another place here. */
  names: string[]
}

export interface UnionHeader extends UnionColumns {
  /** For each source: its column for each column of the union, counted from 1; undefined for a missing column. */
  places: (number | undefined)[][]
}

/**
 * Combines the columns of several sources. First come the columns of `last`, the union of an earlier copy, if its columns must
 * stay in place. Then come the columns of the first source, and then the additional columns of later sources.
 */
export function uniteHeaders(
  parts: readonly PartHeader[],
  sourceColumn: string,
  last: UnionColumns = { header: [], names: [] },
): UnionHeader {
  const first = sourceColumn === '' ? [] : [sourceColumn]
  const skipped = sourceColumn !== '' && last.header[0] === sourceColumn ? 1 : 0
  const earlier = namedColumns(last.names, last.header).slice(skipped)
  const named = parts.map(({ header, shownHeader = header, width }) =>
    namedColumns(columnNames(shownHeader, width), header),
  )
  const united = uniteColumns([earlier, ...named])
  const { columns } = united
  const places = united.places
    .slice(1)
    .map((own) => [...first.map(() => undefined), ...columns.map((_, at) => own.indexOf(at) + 1 || undefined)])
  return {
    header: [...first, ...columns.map(({ cell }) => cell)],
    names: [...first, ...columns.map(({ name }) => name)],
    places,
  }
}

/** Header of several sources with displayed text. */
export function displayHeader({ header, names }: UnionColumns): Cell[] {
  return header.map((cell, at) => (typeof cell === 'number' ? (names[at] ?? cell) : cell))
}

interface NamedColumn {
  name: string
  /** Header cell; null if absent. */
  cell: Cell
}

function namedColumns(names: readonly string[], header: readonly Cell[]): NamedColumn[] {
  return names.map((name, at) => ({ name, cell: isBlank(header[at]) ? null : (header[at] ?? null) }))
}

/** Union of the columns of several lists, and the place of each list's columns in it, from 0. */
function uniteColumns(lists: readonly (readonly NamedColumn[])[]) {
  const toForm = createColumnForm(lists)
  const columns = new Map<string, NamedColumn>()
  for (const column of lists.flat()) if (!columns.has(toForm(column))) columns.set(toForm(column), column)
  const forms = new Map([...columns.keys()].map((form, at) => [form, at]))
  const places = lists.map((list) => list.map((column) => forms.get(toForm(column)) ?? 0))
  return { columns: [...columns.values()], places }
}

/**
 * Form for matching columns across lists: the form of their name, or a shared form for a date displayed in several ways, unless
 * two columns of a list would then be equal.
 */
function createColumnForm(lists: readonly (readonly NamedColumn[])[]): (column: NamedColumn) => string {
  const nameForm = createNameForm(lists.map((list) => list.map(({ name }) => name)))
  const toForm = ({ name }: NamedColumn) => nameForm(name)
  const [formsByDate, datesByForm] = [new Map<Cell, Set<string>>(), new Map<string, Set<Cell>>()]
  for (const column of lists.flat()) {
    if (typeof column.cell !== 'number') continue
    addTo(formsByDate, column.cell, toForm(column))
    addTo(datesByForm, toForm(column), column.cell)
  }
  const formsByList = lists.map((list) => new Set(list.map(toForm)))
  const same = new Map<string, string>()
  for (const [first = '', ...others] of formsByDate.values()) {
    const forms = [first, ...others]
    const isOneDate = forms.every((form) => datesByForm.get(form)?.size === 1)
    const isOneColumn = formsByList.every((own) => forms.filter((form) => own.has(form)).length <= 1)
    if (isOneDate && isOneColumn) for (const form of others) same.set(form, first)
  }
  return (column) => same.get(toForm(column)) ?? toForm(column)
}

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}
