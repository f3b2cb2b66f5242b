import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { parseSources } from '#domain/shape/source-list.ts'
import {
  displayHeader,
  namedSources,
  type PartHeader,
  parseUnion,
  titleOfSource,
  uniteHeaders,
} from '#domain/shape/union.ts'
import { cutIntoSlices, type Pace } from '#engine/pace/pace.ts'
import type { ReadRows } from './keep-first-rows.ts'
import type { FirstRows } from './read-first-rows.ts'

/** Places of the sources to try. */
export interface TrialSources {
  spreadsheetId: string
  /** Name of the tab; empty for the first visible tab. */
  tab: string
  startRow: number
  /** Further sources as text. */
  moreSources: string
  /** The spreadsheet of the target; empty if it is still unknown. */
  targetId: string
  sourceColumn: string
  skipsHidden: boolean
  requestedBy: string
}

export type TrialSource = Pick<
  FirstRows,
  'locale' | 'header' | 'shownHeader' | 'rows' | 'hidden' | 'kinds' | 'columnCount'
>

const NO_SOURCE: TrialSource = {
  locale: DEFAULT_LOCALE,
  header: [],
  shownHeader: [],
  rows: [],
  hidden: [],
  kinds: [],
  columnCount: 0,
}

/** Reads the first rows of the sources, joined if there are several. @throws ProviderError, TextProblem */
export async function readTrialSource(readRows: ReadRows, trial: TrialSources, pace: Pace) {
  const { requestedBy, targetId, startRow, skipsHidden, sourceColumn } = trial
  const named = {
    sourceSsId: trial.spreadsheetId,
    sourceSheetName: trial.tab,
    moreSources: parseSources(trial.moreSources),
  }
  const union = parseUnion({ ...named, sourceColumn, whenSourceFails: 'hold' })
  const sources = namedSources(named)
  const { parts, isComplete } = await readRows({ requestedBy, sources, targetId, startRow, skipsHidden })
  if (!union) return { source: parts[0] ?? NO_SOURCE, isComplete }
  const titles = parts.map((part) => titleOfSource(union, part))
  return { source: await uniteParts(parts, { titles, sourceColumn, pace }), isComplete }
}

interface UniteOptions {
  titles: readonly string[]
  sourceColumn: string
  pace: Pace
}

async function uniteParts(
  parts: readonly FirstRows[],
  { titles, sourceColumn, pace }: UniteOptions,
): Promise<TrialSource> {
  const headers: PartHeader[] = []
  for (const { header, shownHeader, rows } of parts)
    headers.push({ header, shownHeader, width: await measureWidth([header, ...rows], pace) })
  const { places, ...columns } = uniteHeaders(headers, sourceColumn)
  const { header } = columns
  const rows: Cell[][] = []
  const hidden: number[] = []
  for (const [index, part] of parts.entries()) {
    hidden.push(...part.hidden.map((at) => rows.length + at))
    for await (const slice of cutIntoSlices(part.rows, pace)) {
      for (const row of slice.rows) {
        const cells = header.map((_, at) => row[(places[index]?.[at] ?? 0) - 1] ?? null)
        const hasTitle = sourceColumn !== '' && rowWidth(cells) > 0
        rows.push(hasTitle ? [titles[index] ?? '', ...cells.slice(1)] : cells)
      }
    }
  }
  const kinds = header.map((_, at) =>
    parts.map((part, index) => part.kinds[(places[index]?.[at] ?? 0) - 1]).find((kind) => kind !== undefined),
  )
  const { locale = DEFAULT_LOCALE } = parts[0] ?? {}
  return { locale, header, shownHeader: displayHeader(columns), rows, hidden, kinds, columnCount: header.length }
}

async function measureWidth(rows: readonly (readonly Cell[])[], pace: Pace): Promise<number> {
  let width = 0
  for await (const slice of cutIntoSlices(rows, pace)) width = Math.max(width, ...slice.rows.map(rowWidth))
  return width
}
