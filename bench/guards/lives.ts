import type { Cell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'
import { compareCells, editCells } from './ordinary-days.ts'
import { findPlaces, newRows, type Row, type Sheet, type SheetKind, withColumn, withRows } from './sheet.ts'

/** A sheet that changes in the same way every working day. */
interface Life extends SheetKind {
  next(sheet: Sheet, day: { random: Random; number: number }): Sheet
}

const PLANNED_ROWS = 10

/** Sheets with a routine. Now and then, most rows of the first three sheets are new, and a person is asked about it once. */
export const LIVES: Readonly<Record<string, Life>> = {
  "today's orders": {
    kinds: ['code', 'time', 'person', 'product', 'count', 'amount', 'state'],
    rows: [20, 300],
    next: (sheet, { random }) => refilled(sheet, random, Math.round(sheet.rows.length * (0.8 + 0.5 * random.next()))),
  },
  "today's tickets, numbered on": {
    kinds: ['sequence', 'time', 'person', 'category', 'state'],
    rows: [20, 300],
    next: (sheet, { random }) => refilled(sheet, random, Math.round(sheet.rows.length * (0.8 + 0.5 * random.next()))),
  },
  'a plan copied on for the next week': {
    kinds: ['date', 'assignee', 'shift'],
    rows: [5, 60],
    next: (sheet, { number }) => {
      if (number % 5 > 0) return sheet
      const week = sheet.rows.slice(-PLANNED_ROWS)
      return withRows(sheet, [...sheet.rows, ...week.map(([date, ...others]) => [Number(date) + 7, ...others])])
    },
  },
  'a log that begins anew each month': {
    kinds: ['code', 'date', 'person', 'title', 'amount'],
    rows: [5, 30],
    next: (sheet, { random, number }) =>
      number % 20 === 0
        ? refilled(sheet, random, random.between(1, 8))
        : withRows(sheet, [...sheet.rows, ...newRows(sheet, { count: random.between(2, 15), random })]),
  },
  'a rota that moves on each week': {
    kinds: ['day', 'person', 'shift'],
    rows: [10, 60],
    next: (sheet, { random, number }) => {
      const names = sheet.rows.map((row) => row[1] ?? '')
      return number % 5 === 0
        ? withColumn(sheet, 1, ({ row }) => names[(row + 1) % names.length] ?? '')
        : (editCells(sheet, random) ?? sheet)
    },
  },
  'the last thirty days': {
    kinds: ['date', 'amount', 'count', 'percent'],
    rows: [30, 30],
    next: (sheet, { random }) => {
      const [, ...kept] = sheet.rows
      const [fresh = []] = newRows(sheet, { count: 1, random })
      return { ...withRows(sheet, [...kept, [sheet.today, ...fresh.slice(1)]]), today: sheet.today + 1 }
    },
  },
  'a log that grows': {
    kinds: ['time', 'person', 'title', 'amount', 'running'],
    rows: [3, 4000],
    next: (sheet, { random }) =>
      withRows({ ...sheet, today: sheet.today + 1 }, [
        ...sheet.rows,
        ...newRows(sheet, { count: random.between(1, 30), random }),
      ]),
  },
  'a ranking': {
    kinds: ['sequence', 'person', 'amount'],
    rows: [10, 100],
    next: (sheet, { random }) => {
      const changed = sheet.rows.map((row) => [row[1] ?? '', Math.round(Number(row[2]) * (0.8 + 0.4 * random.next()))])
      const sorted = changed.toSorted((one, other) => compareCells(other[1], one[1]))
      return withRows(
        sheet,
        sorted.map((row, at): Row => [at + 1, ...row]),
      )
    },
  },
  'exchange rates': {
    kinds: ['product', 'amount', 'percent', 'time'],
    rows: [5, 40],
    next: (sheet, { random }) => {
      const change = () => 0.98 + 0.04 * random.next()
      const rows = sheet.rows.map(
        ([name = '', rate, ,]): Row => [
          name,
          Number(rate) * change(),
          Math.round(random.next() * 1000) / 1000,
          sheet.today,
        ],
      )
      return { ...withRows(sheet, rows), today: sheet.today + 1 }
    },
  },
  'results that come in': {
    kinds: ['code', 'person', 'note', 'note', 'state'],
    rows: [10, 400],
    next: (sheet, { random }) => {
      const fill = (cell: Cell) => (cell === '' && random.chance(0.1) ? random.between(1, 100) : cell)
      return withColumn(
        withColumn(sheet, 2, ({ cell }) => fill(cell)),
        3,
        ({ cell }) => (cell === '' && random.chance(0.1) ? 'yes' : cell),
      )
    },
  },
  'an attendance list': {
    kinds: ['person', 'email', 'box', 'box', 'box'],
    rows: [6, 40],
    next: (sheet, { random }) =>
      findPlaces(sheet, 'box').reduce((changed, at) => withColumn(changed, at, () => random.chance(0.7)), sheet),
  },
  'a handful of settings': {
    kinds: ['title', 'amount', 'note'],
    rows: [3, 8],
    next: (sheet, { random }) =>
      withColumn(sheet, random.between(1, 2), ({ cell }) => (random.chance(0.6) ? random.between(1, 50) : cell)),
  },
  'measurements every day': {
    kinds: ['day', 'amount', 'amount', 'percent'],
    rows: [3, 700],
    next: (sheet, { random }) => withRows(sheet, [...sheet.rows, ...newRows(sheet, { count: 1, random })]),
  },
}

function refilled(sheet: Sheet, random: Random, count: number): Sheet {
  const today = sheet.today + 1
  const nextNumber = sheet.nextNumber + 1000
  return withRows(
    { ...sheet, today, nextNumber, rows: [] },
    newRows({ ...sheet, today, nextNumber }, { count, random }),
  )
}
