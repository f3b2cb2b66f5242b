import type { FieldProblems } from '#contract/errors.ts'
import type { MODES } from '#contract/task-fields.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { parseColumns } from './chosen-columns.ts'
import { catchProblem } from './quoted-text.ts'

export type ModeName = (typeof MODES)[number]

/** Fields of a task for its mode. */
export interface ModeFields {
  readonly mode?: ModeName | undefined
  readonly timeColumn?: string
  readonly keyColumns?: string
  readonly missingRows?: 'keep' | 'clear'
}

export interface UpdateByKey {
  /** Columns that together identify a row. */
  readonly keys: readonly string[]
  /** Whether a run keeps or clears rows of the target whose key is missing in the source. */
  readonly missingRows: 'keep' | 'clear'
}

/** The part of a shape a mode needs. */
export interface ModeShape {
  /** Absent for a copy that makes its region equal the source. */
  readonly mode?: ModeName
  /** Name of a first column with the run's time, for a task that appends. */
  readonly timeColumn?: string
  /** For a task that updates by key. */
  readonly update?: UpdateByKey
}

interface CheckedFields extends ModeFields {
  readonly holdsEdits?: boolean
  /** Columns to copy; empty for all, or if they cannot be read. */
  readonly columns: string
}

/** Traits of a way to write rows to the target. Other parts of a copy depend on them. */
export interface ModeTraits {
  /** Whether each run adds rows below earlier rows, without comparing earlier rows. */
  readonly addsRows: boolean
  /** Whether rows of earlier runs stay unchanged, so their columns must stay too. */
  readonly keepsEarlierRows: boolean
  /** Whether rows stay where the last run left them, so cells can be compared with the last run, and moved. */
  readonly isInPlace: boolean
  /** Whether a row added by a person belongs to the task once it has a key of the source. */
  readonly adoptsRows: boolean
  /** Builds the part of the shape for the mode; undefined for a mode that needs no shape. */
  buildShape(fields: ModeFields): ModeShape | undefined
  /** Finds problems in the fields of the mode; empty without a problem. */
  findProblems(fields: CheckedFields): FieldProblems
}

export const modeTraits: Readonly<Record<ModeName, ModeTraits>> = {
  mirror: {
    addsRows: false,
    keepsEarlierRows: false,
    isInPlace: true,
    adoptsRows: false,
    buildShape: () => undefined,
    findProblems: () => ({}),
  },
  append: {
    addsRows: true,
    keepsEarlierRows: true,
    isInPlace: false,
    adoptsRows: false,
    buildShape: ({ timeColumn = '' }) => ({ timeColumn }),
    findProblems: ({ timeColumn = '' }) =>
      timeColumn === '' ? { time_column: 'Time column: name it, because rows are appended' } : {},
  },
  update: {
    addsRows: false,
    keepsEarlierRows: true,
    isInPlace: false,
    adoptsRows: true,
    buildShape: ({ keyColumns = '', missingRows = 'keep' }) => ({
      update: { keys: parseColumns(keyColumns).map(({ name }) => name), missingRows },
    }),
    findProblems({ holdsEdits = false, keyColumns = '', columns }) {
      const problem = keyProblem(keyColumns, columns)
      return {
        ...(holdsEdits && { holds_edits: 'Hold on target edits: not for rows that are updated by key' }),
        ...(problem && { key_columns: `Key columns: ${problem}` }),
      }
    },
  },
}

/** Traits of the mode of an earlier copy, by its recorded shape. */
export function recordedTraits(shape: { readonly mode?: ModeName } | undefined): ModeTraits {
  return modeTraits[shape?.mode ?? 'mirror']
}

function keyProblem(keyColumns: string, columns: string): string | undefined {
  const wrong = catchProblem(() => parseColumns(keyColumns))
  if (wrong) return wrong.message
  const keys = parseColumns(keyColumns)
  if (keys.length === 0) return 'name them, because rows are updated by key'
  const renamed = keys.find(({ newName }) => newName !== undefined)
  if (renamed) return `write "${renamed.name}" without "as"`
  const names = parseColumns(columns).flatMap(({ name, newName = name }) => [name, newName].map(foldName))
  const other = keys.find(({ name }) => names.length > 0 && !names.includes(foldName(name)))
  return other && `"${other.name}" is not among the columns to copy`
}
