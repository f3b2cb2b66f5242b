import type { FieldKind } from '#contract/shape.ts'
import { joinList } from '#contract/split-list.ts'
import type { SourceRef, TargetRef, TargetSheet } from '#contract/task-fields.ts'
import { catchProblem } from './quoted-text.ts'
import { formatSources, parseSources } from './source-list.ts'
import { formatTargets, parseTargets } from './target-list.ts'
import { formatTargetSheet, parseTargetSheet } from './target-sheet-text.ts'

/** Parsers and formatters of fields with sheets: objects in the API, text in CSV files and forms. */
const SHEET_TEXTS = {
  sources: { parse: parseSources, format: (value) => formatSources((value ?? []) as SourceRef[]) },
  targets: { parse: parseTargets, format: (value) => formatTargets((value ?? []) as TargetRef[]) },
  target_sheet: {
    parse: parseTargetSheet,
    format: (value) => formatTargetSheet((value ?? null) as TargetSheet | null),
  },
} satisfies Partial<Record<FieldKind['type'], { parse(text: string): unknown; format(value: unknown): string }>>

type SheetFieldType = keyof typeof SHEET_TEXTS

export function namesSheets(type: FieldKind['type']): type is SheetFieldType {
  return type in SHEET_TEXTS
}

export function formatSheets(type: SheetFieldType, value: unknown): string {
  return SHEET_TEXTS[type].format(value)
}

/** Why the text of a field cannot be read; undefined if it can. */
export function findSheetsProblem(type: SheetFieldType, text: string): string | undefined {
  return catchProblem(() => SHEET_TEXTS[type].parse(text))?.message
}

/** Reads the text of a field. Text with a mistake stays unchanged: the schema rejects it, and `shapeProblems` explains it. */
export function readSheets(type: SheetFieldType, text: string): unknown {
  const { parse } = SHEET_TEXTS[type]
  return catchProblem(() => parse(text)) ? text : parse(text)
}

/** Formats the value of a field for CSV files; empty for none. */
export function formatFieldValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return typeof value === 'object' ? formatTargetSheet(value as TargetSheet) : String(value)
  const [first] = value as unknown[]
  if (typeof first !== 'object' || first === null) return joinList(value.map(String))
  return 'value' in first ? formatTargets(value as TargetRef[]) : formatSources(value as SourceRef[])
}
