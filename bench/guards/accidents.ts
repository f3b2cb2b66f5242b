import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'
import type { Accident } from './accident.ts'
import type { KindName } from './column-kinds.ts'
import type { Tab } from './guarded-task.ts'
import { compareCells } from './ordinary-days.ts'
import { ROWS_WITH_REMARKS } from './remarks.ts'
import { RENUMBERED_ROWS } from './renumbered-rows.ts'
import { REPEATED_ROWS } from './repeated-rows.ts'
import { buildHeader, findPlaces, newRows, randomSheet, readColumn, type Sheet, toTab, withColumn } from './sheet.ts'

const MIN_ROWS = 12
const MIN_CHANGED_CELLS = 6
const KEYS = ['code', 'number', 'email'] as const
const NUMBERS = ['amount', 'count', 'percent', 'running', 'number'] as const
const DATES = ['date', 'time', 'day'] as const
const SPREAD = ['code', 'number', 'email', 'person', 'product', 'title', 'phone', 'amount', 'time', 'date'] as const

export const ACCIDENTS: Readonly<Record<string, Accident>> = {
  ...ROWS_WITH_REMARKS,
  "first run over someone's sheet": {
    apply: toTab,
    target: (_sheet, random) => toTab(randomSheet(random, { minRows: 6 })),
    minRows: 6,
  },
  'two columns swapped': { apply: (sheet, random) => reorder(sheet, swapped(sheet, random)) },
  'a column deleted': { apply: (sheet, random) => reorder(sheet, without(sheet, random)) },
  'a column moved to the end': {
    apply: (sheet, random) => {
      const kept = without(sheet, random)
      return kept && reorder(sheet, [...kept, ...places(sheet).filter((at) => !kept.includes(at))])
    },
  },
  'a column inserted in the middle': {
    apply: (sheet, random) => {
      const at = random.between(0, sheet.columns.length - 1)
      const { header, rows } = toTab(sheet)
      return { header: header.toSpliced(at, 0, 'Inserted'), rows: rows.map((row) => row.toSpliced(at, 0, 'x')) }
    },
  },
  'a header renamed': {
    apply: (sheet, random) => withHeader(sheet, random.between(0, sheet.columns.length - 1), 'Something else'),
  },
  'a row pasted over the header': { apply: (sheet) => ({ ...toTab(sheet), header: sheet.rows[0] ?? [] }) },
  'the header row deleted': {
    apply: ({ rows: [first = [], ...rows] }) => ({ header: first, rows }),
    minRows: 4,
  },
  'one row left': { apply: (sheet) => ({ ...toTab(sheet), rows: sheet.rows.slice(0, 1) }), minRows: 7 },
  'about half of the rows lost': {
    apply: (sheet, random) => {
      const kept = Math.round(sheet.rows.length * (0.3 + 0.35 * random.next()))
      return { ...toTab(sheet), rows: sheet.rows.slice(0, kept) }
    },
    minRows: 15,
  },
  'a filter view copied': {
    apply: (sheet, random) => {
      const [by] = random.shuffle(findPlaces(sheet, 'category', 'state', 'box'))
      if (by === undefined) return undefined
      const rows = sheet.rows.filter((row) => row[by] === sheet.rows[0]?.[by])
      return rows.length <= 0.66 * sheet.rows.length ? { ...toTab(sheet), rows } : undefined
    },
    minRows: 18,
  },
  'all rows cleared': { apply: (sheet) => ({ ...toTab(sheet), rows: [] }) },
  'the lower part of all rows cleared': {
    apply: (sheet, random) => {
      const kept = Math.round(sheet.rows.length * (0.2 + 0.4 * random.next()))
      const last = sheet.rows.at(-1) ?? []
      const rows = sheet.rows.map((row, at) => (at < kept ? row : row.map(() => '')))
      return { ...toTab(sheet), rows: [...rows.slice(0, -1), last] }
    },
    minRows: 15,
  },
  'IMPORTRANGE fails': { apply: () => ({ header: ['#REF!'], rows: [] }) },
  'IMPORTRANGE fails in the first data cell': {
    apply: (sheet) => ({ ...toTab(sheet), rows: [['#REF!']] }),
    minRows: 7,
  },
  'IFERROR turns a failure into blanks': {
    apply: (sheet, random) => {
      const computed = random.shuffle(places(sheet)).slice(0, Math.ceil(sheet.columns.length / 2))
      return changeColumns(sheet, computed, () => '')
    },
    minRows: MIN_ROWS,
  },
  'lookups fail': {
    apply: (sheet, random) => changeOne(sheet, random, [...NUMBERS, 'category', 'person'], () => '#N/A'),
    minRows: MIN_ROWS,
  },
  'formulas still load': {
    apply: (sheet, random) => changeOne(sheet, random, [...NUMBERS, 'category', 'person'], () => 'Loading...'),
    minRows: MIN_ROWS,
  },
  'a column emptied': {
    apply: (sheet, random) => changeOne(sheet, random, [...SPREAD, 'state', 'count'], () => ''),
    minRows: MIN_ROWS,
  },
  'most of a column emptied': {
    apply: (sheet, random) => {
      const share = 0.4 + 0.5 * random.next()
      return changeOne(sheet, random, [...SPREAD, 'state', 'count'], ({ cell, row }) =>
        row < share * sheet.rows.length ? '' : cell,
      )
    },
    minRows: 15,
  },
  'one column sorted alone': {
    apply: (sheet, random) => sortAlone(sheet, random, [...SPREAD, 'category', 'state', 'count']),
    minRows: MIN_ROWS,
  },
  'the key sorted alone': {
    apply: (sheet, random) => sortAlone(sheet, random, KEYS),
    minRows: MIN_ROWS,
  },
  'a part of the columns sorted': {
    apply: (sheet, random) => {
      const count = Math.floor(sheet.columns.length / 2)
      const by = random.between(0, count - 1)
      const left = sheet.rows.map((row) => row.slice(0, count))
      const sorted = left.toSorted((one, other) => compareCells(other[by], one[by]))
      const rows = sheet.rows.map((row, at) => [...(sorted[at] ?? []), ...row.slice(count)])
      const isMoved = rows.filter((row, at) => row[by] !== sheet.rows[at]?.[by]).length > rows.length / 2
      return isMoved ? { ...toTab(sheet), rows } : undefined
    },
    minRows: MIN_ROWS,
  },
  'a column shifted down by one cell': {
    apply: (sheet, random) => {
      const shift = (column: number) => readColumn(sheet, column).toSpliced(0, 0, '')
      return moveOne(sheet, random, SPREAD, shift)
    },
    minRows: MIN_ROWS,
  },
  'a cell deleted, and the column moved up': {
    apply: (sheet, random) => moveOne(sheet, random, SPREAD, (column) => readColumn(sheet, column).slice(1)),
    minRows: MIN_ROWS,
  },
  'two columns swapped below their headers': {
    apply: (sheet, random) => {
      const [one, other] = random.shuffle(findPlaces(sheet, ...SPREAD))
      if (one === undefined || other === undefined) return undefined
      const rows = sheet.rows.map((row) => row.with(one, row[other] ?? '').with(other, row[one] ?? ''))
      return unlessSame(sheet, { ...toTab(sheet), rows })
    },
    minRows: MIN_ROWS,
  },
  'numbers turned to text': {
    apply: (sheet, random) => changeOne(sheet, random, [...NUMBERS], ({ cell }) => String(cell)),
    minRows: MIN_ROWS,
  },
  'a currency sign in the cells': {
    apply: (sheet, random) => changeOne(sheet, random, ['amount'], ({ cell }) => `${cell} €`),
    minRows: MIN_ROWS,
  },
  'a decimal comma instead of a point': {
    apply: (sheet, random) =>
      changeOne(sheet, random, ['amount', 'percent'], ({ cell }) =>
        Number.isInteger(cell) ? cell : String(cell).replace('.', ','),
      ),
    minRows: MIN_ROWS,
  },
  'a decimal point that was dropped': {
    apply: (sheet, random) =>
      changeOne(sheet, random, ['amount', 'percent'], ({ cell }) =>
        typeof cell === 'number' ? Number(String(cell).replace('.', '')) : cell,
      ),
    minRows: MIN_ROWS,
  },
  'dates turned to text': {
    apply: (sheet, random) => changeOne(sheet, random, DATES, ({ cell }) => dayMonthYear(cell).join('.')),
    minRows: MIN_ROWS,
  },
  'days and months mixed up': {
    apply: (sheet, random) =>
      changeOne(sheet, random, ['date'], ({ cell }) => {
        const [day = 0, month = 0, year = 0] = dayMonthYear(cell)
        return day > 12 ? [day, month, year].join('/') : toSerial({ year, month: day, day: month })
      }),
    minRows: 20,
  },
  'leading zeros lost': {
    apply: (sheet, random) =>
      changeOne(sheet, random, ['code', 'phone'], ({ cell }) => Number(String(cell).replaceAll(/\D/g, ''))),
    minRows: MIN_ROWS,
  },
  'checkboxes turned to text': {
    apply: (sheet, random) => changeOne(sheet, random, ['box'], ({ cell }) => String(cell).toUpperCase()),
    minRows: MIN_ROWS,
  },
  'one value filled down a column': {
    apply: (sheet, random) => changeOne(sheet, random, SPREAD, () => sheet.rows[0]?.[0] ?? 'x'),
    minRows: 15,
  },
  'a formula dragged over values': {
    apply: (sheet, random) =>
      changeOne(sheet, random, SPREAD, ({ row }) => (row < sheet.rows.length / 20 ? '#REF!' : 0)),
    minRows: 15,
  },
  'find-and-replace in the keys': {
    apply: (sheet, random) =>
      changeOne(sheet, random, KEYS, ({ cell }) =>
        typeof cell === 'number' ? cell * 10 : `${cell}`.replace(/\d/, '-'),
      ),
    minRows: MIN_ROWS,
  },
  'find-and-replace that empties cells': {
    apply: (sheet, random) => {
      const [at] = random.shuffle(findPlaces(sheet, 'category', 'state'))
      if (at === undefined) return undefined
      const found = sheet.rows[0]?.[at]
      const count = readColumn(sheet, at).filter((cell) => cell === found).length
      if (count < 0.35 * sheet.rows.length) return undefined
      return changeColumns(sheet, [at], ({ cell }) => (cell === found ? '' : cell))
    },
    minRows: 18,
  },
  ...REPEATED_ROWS,
  ...RENUMBERED_ROWS,
  'a wrong file linked': { apply: (_sheet, random) => toTab(randomSheet(random, { minRows: 6 })) },
  'the same sheet of another branch linked': {
    apply: (sheet, random) => otherBranch(sheet, random, KEYS),
    minRows: MIN_ROWS,
  },
  "cleared and refilled with others' data, without a key": {
    apply: (sheet, random) =>
      findPlaces(sheet, ...KEYS).length > 0 ? undefined : otherBranch(sheet, random, ['person', 'product', 'title']),
    minRows: MIN_ROWS,
    cannotBeKnown: 'where nothing identifies the rows, all of them may change',
  },
  'all keys new': {
    apply: (sheet, random) =>
      changeOne(sheet, random, KEYS, ({ cell }) => (typeof cell === 'number' ? cell + 1_000_000 : `N${cell}`)),
    minRows: MIN_ROWS,
  },
  'a wider source over notes beside the copy': {
    prepare: (task, sheet) => task.writeBeside({ row: 1, column: sheet.columns.length, value: 'call back' }),
    apply: (sheet) => {
      const { header, rows } = toTab(sheet)
      return { header: [...header, 'Stock level'], rows: rows.map((row, at) => [...row, at]) }
    },
  },
  'a longer source over rows below the copy': {
    prepare: (task, sheet) => task.writeBeside({ row: sheet.rows.length + 2, column: 0, value: 'Sum' }),
    apply: (sheet, random) => ({ ...toTab(sheet), rows: [...sheet.rows, ...newRows(sheet, { count: 5, random })] }),
  },
  'a column with blanks that must be filled': {
    expects: (sheet) => ({ filled: [buildHeader(sheet)[0] ?? ''], unique: [] }),
    apply: (sheet) => changeColumns(sheet, [0], ({ cell, row }) => (row === 2 ? '' : cell), 1),
  },
  'a key twice that must be unique': {
    expects: (sheet) => {
      const [key] = findPlaces(sheet, 'code', 'number')
      return key === undefined ? undefined : { filled: [], unique: [buildHeader(sheet)[key] ?? ''] }
    },
    apply: (sheet) => {
      const [key] = findPlaces(sheet, 'code', 'number')
      if (key === undefined) return undefined
      return changeColumns(sheet, [key], ({ cell, row }) => (row === 1 ? (sheet.rows[0]?.[key] ?? '') : cell), 1)
    },
  },
  'one price mistyped': {
    apply: (sheet, random) => {
      const row = random.between(0, sheet.rows.length - 1)
      return changeOne(
        sheet,
        random,
        ['amount'],
        (place) => (place.row === row ? Number(place.cell) * 100 : place.cell),
        1,
      )
    },
    cannotBeKnown: 'one cell that changes is an ordinary edit',
  },
  'prices raised twice': {
    apply: (sheet, random) => changeOne(sheet, random, ['amount'], ({ cell }) => Number(cell) * 1.1),
    minRows: MIN_ROWS,
    cannotBeKnown: 'prices raised once look the same',
  },
  'find-and-replace in texts': {
    apply: (sheet, random) =>
      changeOne(sheet, random, ['person', 'product', 'title'], ({ cell }) => String(cell).replaceAll('e', '')),
    minRows: MIN_ROWS,
    cannotBeKnown: 'texts that are corrected look the same',
  },
  'some rows deleted': {
    apply: (sheet) => ({ ...toTab(sheet), rows: sheet.rows.slice(0, Math.floor(sheet.rows.length * 0.85)) }),
    minRows: MIN_ROWS,
    cannotBeKnown: 'people remove a tenth of the rows',
  },
}

function places({ columns }: Sheet): number[] {
  return columns.map((_, at) => at)
}

function swapped(sheet: Sheet, random: Random): number[] {
  const order = places(sheet)
  const [one = 0, other = 1] = random.shuffle(order)
  return order.with(one, other).with(other, one)
}

/** Lists the places of all columns except a random column before the last. */
function without(sheet: Sheet, random: Random): number[] | undefined {
  return sheet.columns.length < 2 ? undefined : places(sheet).toSpliced(random.between(0, sheet.columns.length - 2), 1)
}

function reorder(sheet: Sheet, order: readonly number[] | undefined): Tab | undefined {
  if (!order) return undefined
  const pick = (row: readonly Cell[]) => order.map((at) => row[at] ?? '')
  return { header: pick(buildHeader(sheet)), rows: sheet.rows.map(pick) }
}

function withHeader(sheet: Sheet, at: number, name: string): Tab {
  return { ...toTab(sheet), header: buildHeader(sheet).with(at, name) }
}

type CellChange = Parameters<typeof withColumn>[2]

function changeColumns(sheet: Sheet, columns: readonly number[], change: CellChange, least?: number): Tab | undefined {
  const changed = columns.reduce((each, column) => withColumn(each, column, change), sheet)
  return unlessSame(sheet, toTab(changed), least)
}

/** Changes a random column of these kinds. */
function changeOne(
  sheet: Sheet,
  random: Random,
  kinds: readonly KindName[],
  change: CellChange,
  least?: number,
): Tab | undefined {
  const found = findPlaces(sheet, ...kinds)
  return found.length === 0 ? undefined : changeColumns(sheet, [random.pick(found)], change, least)
}

function unlessSame(
  sheet: Sheet,
  tab: Tab,
  least = Math.max(MIN_CHANGED_CELLS, sheet.rows.length * 0.4),
): Tab | undefined {
  const width = tab.header.length
  let changed = 0
  for (const [at, row] of tab.rows.entries()) {
    for (let column = 0; column < width; column += 1) if (row[column] !== sheet.rows[at]?.[column]) changed += 1
  }
  return changed >= least ? tab : undefined
}

/** Replaces the values of a column that has at least three different values. A longer list makes the sheet longer. */
function moveOne(
  sheet: Sheet,
  random: Random,
  kinds: readonly KindName[],
  move: (column: number) => Cell[],
): Tab | undefined {
  const found = findPlaces(sheet, ...kinds).filter((at) => new Set(readColumn(sheet, at)).size >= 3)
  if (found.length === 0 || sheet.columns.length < 2) return undefined
  const column = random.pick(found)
  const values = move(column)
  const blank = sheet.columns.map(() => '')
  const length = Math.max(sheet.rows.length, values.length)
  const rows = Array.from({ length }, (_, at) => (sheet.rows[at] ?? blank).with(column, values[at] ?? ''))
  return unlessSame(sheet, { ...toTab(sheet), rows })
}

function sortAlone(sheet: Sheet, random: Random, kinds: readonly KindName[]): Tab | undefined {
  return moveOne(sheet, random, kinds, (column) => {
    const sorted = readColumn(sheet, column).toSorted(compareCells)
    return random.chance(0.5) ? sorted : sorted.toReversed()
  })
}

/** Builds rows of another branch under the same columns. */
function otherBranch(sheet: Sheet, random: Random, kinds: readonly KindName[]): Tab | undefined {
  if (findPlaces(sheet, ...kinds).length === 0) return undefined
  const count = Math.ceil(sheet.rows.length * (0.8 + 0.6 * random.next()))
  const other = {
    ...sheet,
    nextNumber: sheet.nextNumber + 50_000,
    columns: sheet.columns.map((column) => ({ ...column, prefix: 'X' })),
  }
  const rows = newRows(other, { count, random })
  return { ...toTab(sheet), rows: rows.filter((row) => !row.every(isEmptyCell)) }
}

const DAY_MS = 86_400_000
const DAYS_TO_1970 = 25_569

function dayMonthYear(serial: Cell): number[] {
  const date = new Date((Math.floor(Number(serial)) - DAYS_TO_1970) * DAY_MS)
  return [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()]
}

function toSerial({ year, month, day }: { year: number; month: number; day: number }): number {
  return Date.UTC(year, month - 1, day) / DAY_MS + DAYS_TO_1970
}
