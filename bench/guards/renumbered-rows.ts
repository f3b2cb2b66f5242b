import type { Random } from '#tests/chaos/random.ts'
import type { Accident } from './accident.ts'
import type { KindName } from './column-kinds.ts'
import type { Tab } from './guarded-task.ts'
import { addToText } from './repeated-rows.ts'
import { findPlaces, newSheet, type Sheet, toTab, withColumn, withRows } from './sheet.ts'

const NUMBERS = ['sequence', 'label', 'code'] as const
const LEDGER = ['date', 'title', 'amount', 'category', 'running'] as const
const METRICS = ['day', 'amount', 'amount', 'count', 'percent'] as const

/** Accidents that change row numbers and nothing else. */
export const RENUMBERED_ROWS: Readonly<Record<string, Accident>> = {
  'a small ledger renumbered': {
    sheet: (random) => numberedSheet(random, { first: ['sequence'], others: LEDGER, most: 35 }),
    apply: renumber,
  },
  'daily metrics renumbered': {
    sheet: (random) => numberedSheet(random, { first: ['sequence'], others: METRICS, most: 700 }),
    apply: renumber,
  },
  'a ledger with text numbers renumbered': {
    sheet: (random) => numberedSheet(random, { first: ['label'], others: LEDGER, most: 3000 }),
    apply: renumber,
  },
  'two columns of numbers renumbered': {
    sheet: (random) => numberedSheet(random, { first: ['sequence', 'label'], others: LEDGER, most: 3000 }),
    apply: renumber,
  },
  'rows without an order renumbered': {
    sheet: (random) => {
      const sheet = numberedSheet(random, { first: ['sequence'], others: LEDGER, most: 1000 })
      return withRows(sheet, random.shuffle(sheet.rows))
    },
    apply: renumber,
  },
  'any sheet renumbered': {
    apply: (sheet, random) => (findPlaces(sheet, ...NUMBERS).length > 0 ? renumber(sheet, random) : undefined),
    minRows: 8,
  },
}

interface Numbered {
  first: readonly KindName[]
  others: readonly KindName[]
  /** Maximum rows. */
  most: number
}

/** Builds a sheet with rows numbered from 1. */
function numberedSheet(random: Random, { first, others, most }: Numbered): Sheet {
  const kinds = [...first, ...others]
  const sheet = newSheet(random, { kinds, rows: [8, Math.round(8 * (most / 8) ** random.next())] })
  const numbers = findPlaces(sheet, ...first)
  return numbers.reduce(
    (each, column) =>
      withColumn(each, column, ({ cell, row }) =>
        typeof cell === 'number' ? row + 1 : String(cell).replace(/\d+$/, String(row + 1)),
      ),
    { ...sheet, nextNumber: sheet.rows.length + 1 },
  )
}

function renumber(sheet: Sheet, random: Random): Tab {
  const added = random.pick([1000, 1000, 500, 10_000, random.between(100, 5000)])
  const columns = findPlaces(sheet, ...NUMBERS)
  const changed = columns.reduce(
    (each, column) =>
      withColumn(each, column, ({ cell }) => (typeof cell === 'number' ? cell + added : addToText(cell, added))),
    sheet,
  )
  return toTab(changed)
}
