import type { Cell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'
import { COLUMN_KINDS, type ColumnChoices, type ColumnKind, type KindName } from './column-kinds.ts'
import type { Tab } from './guarded-task.ts'

/** A column with the choices that all its rows share. */
export interface Column extends ColumnChoices {
  readonly name: string
  readonly kind: KindName
}

/** A tab as people fill it: a header row, and the data rows. */
export interface Sheet {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The number of the next key. */
  readonly nextNumber: number
  /** Serial number of the date. */
  readonly today: number
}

export interface SheetKind {
  readonly kinds: readonly KindName[]
  /** Rows on the first day. */
  readonly rows: readonly [least: number, most: number]
}

export type Row = readonly Cell[]

/** Kinds of sheets, by their columns. */
const LAYOUTS: readonly (readonly KindName[])[] = [
  ['code', 'product', 'category', 'amount', 'count', 'date', 'box', 'note'],
  ['sequence', 'title', 'person', 'state', 'date', 'box', 'note'],
  ['code', 'date', 'person', 'product', 'count', 'amount', 'state'],
  ['date', 'person', 'product', 'count', 'amount', 'state', 'note'],
  ['person', 'email', 'category', 'phone', 'date', 'box'],
  ['email', 'person', 'category', 'state', 'count', 'note'],
  ['date', 'title', 'amount', 'category', 'running'],
  ['time', 'person', 'rating', 'rating', 'rating', 'note'],
  ['number', 'amount', 'percent', 'category', 'time'],
  ['person', 'shift', 'shift', 'shift', 'shift', 'shift'],
  ['day', 'amount', 'amount', 'count', 'percent'],
  ['product', 'amount', 'category'],
  ['sequence', 'date', 'title', 'amount', 'running'],
  ['label', 'sequence', 'day', 'amount', 'count', 'percent'],
  ['code', 'amount', 'amount', 'amount', 'amount', 'percent', 'count', 'running'],
  ['number', 'code', 'email', 'person', 'date', 'time', 'category', 'category', 'state', 'count', 'amount', 'note'],
]
/** Sheets with repeated column values: some rows are equal even without an accident. */
export const BOARDS: readonly (readonly KindName[])[] = [
  ['state', 'assignee', 'deadline'],
  ['assignee', 'deadline', 'category', 'box'],
  ['deadline', 'state', 'assignee', 'category', 'rating'],
  ['category', 'state', 'box'],
]
const HIDES_FIRST_COLUMN = 0.1
const MAX_ROWS = 5000
const FIRST_DATE = 45_000

interface Wanted {
  minRows?: number
  /** Whether boards are among the sheets. */
  hasBoards?: boolean
}

/** Builds a random sheet of 3 to 5,000 rows. Sheets of 3 to 35 rows are as frequent as sheets of 400 to 5,000 rows. */
export function randomSheet(random: Random, { minRows = 3, hasBoards = false }: Wanted = {}): Sheet {
  const layout = random.pick(hasBoards ? [...LAYOUTS, ...BOARDS] : LAYOUTS)
  const kinds = random.chance(HIDES_FIRST_COLUMN) ? layout.slice(1) : layout
  const ordered = random.chance(0.25) ? random.shuffle(kinds) : kinds
  const sheet: Sheet = {
    columns: randomColumns(random, ordered),
    rows: [],
    nextNumber: random.between(1, 900),
    today: FIRST_DATE + random.between(0, 1000),
  }
  const count = Math.round(minRows * (MAX_ROWS / minRows) ** random.next())
  return withRows(sheet, newRows(sheet, { count, random }))
}

/** Builds a sheet with columns of these kinds. */
export function newSheet(random: Random, { kinds, rows }: SheetKind): Sheet {
  const columns = randomColumns(random, kinds)
  const sheet: Sheet = { columns, rows: [], nextNumber: random.between(1, 900), today: FIRST_DATE }
  return withRows(sheet, newRows(sheet, { count: random.between(...rows), random }))
}

export function randomColumns(random: Random, kinds: readonly KindName[]): Column[] {
  const used = new Map<string, number>()
  return kinds.map((kind) => {
    const { names, values }: ColumnKind = COLUMN_KINDS[kind]
    const name = random.pick(names)
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return {
      name: times === 1 ? name : `${name} ${times}`,
      kind,
      values: random.pick(values ?? [[]]),
      prefix: random.pick(['K-', 'A', '10-', 'INV']),
      scale: random.pick([5, 80, 1200]),
    }
  })
}

/** Builds new rows for the end of a sheet. */
export function newRows(sheet: Sheet, { count, random }: { count: number; random: Random }): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const number = sheet.nextNumber + at
    const { today } = sheet
    return sheet.columns.map((column) => COLUMN_KINDS[column.kind].fill({ random, column, number, today }))
  })
}

/** Replaces the rows of a sheet, and recomputes cells that depend on the rows above. */
export function withRows(sheet: Sheet, rows: readonly Row[]): Sheet {
  const nextNumber = sheet.nextNumber + Math.max(0, rows.length - sheet.rows.length) + 1
  const running = findPlaces(sheet, 'running')
  if (running.length === 0) return { ...sheet, rows, nextNumber }
  const amount = findPlaces(sheet, 'amount')[0] ?? -1
  let sum = 0
  const summed = rows.map((row) => {
    sum = Math.round((sum + (Number(row[amount]) || 0)) * 100) / 100
    return row.map((cell, at) => (running.includes(at) ? sum : cell))
  })
  return { ...sheet, rows: summed, nextNumber }
}

/** Finds the places of the columns of these kinds, counted from 0. */
export function findPlaces({ columns }: Sheet, ...kinds: readonly KindName[]): number[] {
  return columns.flatMap(({ kind }, at) => (kinds.includes(kind) ? at : []))
}

export interface CellPlace {
  readonly cell: Cell
  /** Counted from 0 in the data rows. */
  readonly row: number
}

/** Replaces the values of a column. Computed columns stay as they are. */
export function withColumn(sheet: Sheet, column: number, change: (place: CellPlace) => Cell): Sheet {
  const rows = sheet.rows.map((row, at) => {
    const cell = change({ cell: row[column] ?? '', row: at })
    return row.map((other, each) => (each === column ? cell : other))
  })
  return { ...sheet, rows }
}

export function readColumn({ rows }: Sheet, column: number): Cell[] {
  return rows.map((row) => row[column] ?? '')
}

export function buildHeader({ columns }: Sheet): string[] {
  return columns.map(({ name }) => name)
}

export function toTab(sheet: Sheet): Tab {
  return { header: buildHeader(sheet), rows: sheet.rows }
}
