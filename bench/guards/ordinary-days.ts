import type { Cell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'
import { COLUMN_KINDS, type KindName } from './column-kinds.ts'
import { findPlaces, newRows, type Row, randomColumns, readColumn, type Sheet, withColumn, withRows } from './sheet.ts'

/** Changes a sheet; undefined if the change cannot happen to this sheet, or would have no effect. */
export type Change = (sheet: Sheet, random: Random) => Sheet | undefined

const NUMBERS = ['amount', 'count', 'percent', 'rating'] as const
const TEXTS = ['product', 'title', 'person', 'note'] as const
const FEW_VALUES = ['state', 'category', 'shift'] as const
const EDITABLE = [...NUMBERS, ...TEXTS, ...FEW_VALUES, 'box', 'date', 'phone'] as const

const MAX_COLUMNS = 20

/** Changes of ordinary days, which should not cause a hold. */
export const ORDINARY_DAYS: Readonly<Record<string, Change>> = {
  'rows added at the end': (sheet, random) => insertRows(sheet, random, sheet.rows.length),
  'rows added at the top': (sheet, random) => insertRows(sheet, random, 0),
  'rows added in the middle': (sheet, random) => insertRows(sheet, random, random.between(0, sheet.rows.length)),
  'cells edited': editCells,
  'a tenth of the rows removed': (sheet, random) => keepRows(sheet, () => !random.chance(0.1)),
  'finished rows removed': (sheet, random) => {
    const [state] = findPlaces(sheet, 'state', 'box')
    if (state === undefined) return undefined
    const finished = readColumn(sheet, state)[0]
    return keepRows(sheet, (row) => row[state] !== finished || random.chance(0.5), 0.25)
  },
  'rows exchanged for others': (sheet, random) => {
    const kept = keepRows(sheet, () => !random.chance(0.1))
    return kept && insertRows(kept, random, kept.rows.length)
  },
  'the whole sheet sorted': (sheet, random) => {
    const by = random.between(0, sheet.columns.length - 1)
    const sorted = sheet.rows.toSorted((one, other) => compareCells(one[by], other[by]))
    return withRows(sheet, random.chance(0.5) ? sorted : sorted.toReversed())
  },
  'the whole sheet shuffled': (sheet, random) => withRows(sheet, random.shuffle(sheet.rows)),
  'all prices raised': (sheet, random) => {
    const factor = 1 + random.between(1, 15) / 100
    return changeAll(sheet, ['amount'], (cell) => Math.round(Number(cell) * factor * 100) / 100)
  },
  'all numbers different': (sheet, random) => refill(sheet, random, ['amount', 'count', 'percent']),
  'stock moved a little': (sheet, random) =>
    changeAll(sheet, ['count'], (cell) => Math.max(0, Number(cell) + random.between(-3, 3))),
  'boxes reset': (sheet) => changeAll(sheet, ['box'], () => false),
  'states moved on': (sheet) =>
    changeAll(sheet, ['state'], (cell, { values }) => values[values.indexOf(String(cell)) + 1] ?? cell),
  'all states the same': (sheet) => changeAll(sheet, ['state'], (_cell, { values }) => values.at(-1) ?? ''),
  'categories renamed': (sheet) => changeAll(sheet, ['category'], (cell) => String(cell).toUpperCase()),
  'dates rolled on by a day': (sheet) => changeAll(sheet, ['date', 'day'], (cell) => Number(cell) + 1),
  'dates rolled on by a week': (sheet) => changeAll(sheet, ['date', 'day'], (cell) => Number(cell) + 7),
  'times of updates': (sheet, random) =>
    changeAll(sheet, ['time'], (cell) => (random.chance(0.6) ? sheet.today + random.next() : cell)),
  'notes written': (sheet, random) =>
    changeAll(sheet, ['note'], (cell) => (cell === '' && random.chance(0.3) ? 'called, no answer' : cell)),
  'some notes cleared': (sheet, random) =>
    changeAll(sheet, ['note'], (cell) => (cell !== '' && random.chance(0.15) ? '' : cell)),
  'texts corrected': (sheet, random) =>
    changeAll(sheet, TEXTS, (cell) => (random.chance(0.3) ? String(cell).replace('e', 'é') : cell)),
  'texts in capitals': (sheet) => changeAll(sheet, ['title', 'note'], (cell) => String(cell).toUpperCase()),
  'remarks among numbers': (sheet, random) =>
    changeAll(sheet, ['count', 'amount'], (cell) => (random.chance(0.05) ? 'on request' : cell)),
  'a few lookups fail': (sheet, random) =>
    changeAll(sheet, ['percent', 'category'], (cell) => (random.chance(0.03) ? '#N/A' : cell)),
  'a new week in a plan': (sheet, random) => refill(sheet, random, ['shift']),
  'rows numbered anew': (sheet) => {
    const [sequence] = findPlaces(sheet, 'sequence')
    return sequence === undefined ? undefined : withColumn(sheet, sequence, ({ row }) => row + 1)
  },
  'an empty column at the end': (sheet, random) => addColumn(sheet, random),
  'a column added at the end': (sheet, random) =>
    addColumn(sheet, random, random.pick<KindName>(['note', 'box', 'amount', 'category'])),
}

function insertRows(sheet: Sheet, random: Random, at: number): Sheet {
  const count = random.between(1, Math.max(2, Math.ceil(sheet.rows.length / 20)))
  return withRows(sheet, sheet.rows.toSpliced(at, 0, ...newRows(sheet, { count, random })))
}

export function editCells(sheet: Sheet, random: Random): Sheet | undefined {
  const places = findPlaces(sheet, ...EDITABLE)
  if (places.length === 0) return undefined
  const fresh = newRows(sheet, { count: Math.ceil(sheet.rows.length / 25), random })
  const edits = new Map(fresh.map((row) => [random.between(0, sheet.rows.length - 1), row]))
  const column = random.pick(places)
  const edited = sheet.rows.map((row, at) =>
    row.map((cell, each) => (each === column ? (edits.get(at)?.[each] ?? cell) : cell)),
  )
  return withRows(sheet, edited)
}

/** Removes no more than a share of the rows, and none of the last three. */
function keepRows(sheet: Sheet, isKept: (row: Row) => boolean, share = 0.12): Sheet | undefined {
  const most = Math.min(Math.floor(sheet.rows.length * share), sheet.rows.length - 3)
  const removed = new Set(sheet.rows.filter((row) => !isKept(row)).slice(0, Math.max(0, most)))
  if (removed.size === 0) return undefined
  return withRows(
    sheet,
    sheet.rows.filter((row) => !removed.has(row)),
  )
}

function changeAll(
  sheet: Sheet,
  kinds: readonly KindName[],
  change: (cell: Cell, column: Sheet['columns'][number]) => Cell,
): Sheet | undefined {
  const places = findPlaces(sheet, ...kinds)
  if (places.length === 0) return undefined
  const rows = sheet.rows.map((row) =>
    row.map((cell, at) => {
      const column = sheet.columns[at]
      return column && places.includes(at) ? change(cell, column) : cell
    }),
  )
  return withRows(sheet, rows)
}

/** Fills columns with new values, like the cells of new rows. */
function refill(sheet: Sheet, random: Random, kinds: readonly KindName[]): Sheet | undefined {
  return changeAll(sheet, kinds, (_cell, column) =>
    COLUMN_KINDS[column.kind].fill({ random, column, number: 0, today: sheet.today }),
  )
}

/** Adds a column. Without a kind, its cells below the header are empty. */
function addColumn(sheet: Sheet, random: Random, kind?: KindName): Sheet | undefined {
  const [column] = randomColumns(random, [kind ?? 'note'])
  if (!column || sheet.columns.length > MAX_COLUMNS) return undefined
  const added = { ...column, name: `Extra ${sheet.columns.length + 1}` }
  const { today } = sheet
  const fill = (number: number) => (kind ? COLUMN_KINDS[kind].fill({ random, column, number, today }) : '')
  return { ...sheet, columns: [...sheet.columns, added], rows: sheet.rows.map((row, at) => [...row, fill(at)]) }
}

export function compareCells(one: Cell | undefined, other: Cell | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one ?? '').localeCompare(String(other ?? ''))
}
