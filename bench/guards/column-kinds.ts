import type { Cell } from '#domain/copy/cell.ts'
import type { Random } from '#tests/chaos/random.ts'

/** Choices that all rows of a column share. */
export interface ColumnChoices {
  /** Values of a category or state, which has few values. */
  readonly values: readonly string[]
  /** Prefix of the number in a key. */
  readonly prefix: string
  /** Magnitude of amounts. */
  readonly scale: number
}

interface Filled {
  random: Random
  column: ColumnChoices
  /** The number of the row. */
  number: number
  today: number
}

export interface ColumnKind {
  /** Possible names of a column. */
  readonly names: readonly string[]
  /** Lists of values; a column has one of the lists. */
  readonly values?: readonly (readonly string[])[]
  /** Returns the cell of a new row. */
  fill(filled: Filled): Cell
}

const FIRST_NAMES = 'Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Klara Leo Mia Noah Olga Paul Rosa Tim'.split(
  ' ',
)
const LAST_NAMES =
  'Adler Bauer Castro Diaz Evans Fischer Garcia Hahn Ito Jansen Kim Lopez Meyer Novak Okafor Peters'.split(' ')
const PEOPLE = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Hugo'] as const
const THINGS = 'Chair Table Lamp Shelf Desk Rug Vase Clock Mirror Stool Bench Couch Frame Basket Candle Pillow'.split(
  ' ',
)
const LOOKS = 'red blue green oak pine steel round small large tall soft striped'.split(' ')
const VERBS = 'Call Order Check Plan Review Send Pack Repair Move Clean Print Update'.split(' ')
const REMARKS = 'call back;waiting for the supplier;damaged;see mail;urgent;paid in cash;new address;ok'.split(';')

const person = ({ random }: Filled) => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
const oneOfFew = ({ random, column }: Filled) => random.pick(column.values)
const money = (value: number) => Math.round(value * 100) / 100

export const COLUMN_KINDS = {
  code: {
    names: ['ID', 'Article number', 'Order', 'SKU', 'Key'],
    fill: ({ column, number }) => `${column.prefix}${String(number).padStart(5, '0')}`,
  },
  /** Numbers without an order. */
  number: {
    names: ['Customer number', 'Ref', 'Barcode'],
    fill: ({ number }) => 100_000 + ((number * number * 7919) % 899_981),
  },
  /** Codes without leading zeros. */
  label: { names: ['Ticket', 'Ref. no.'], fill: ({ column, number }) => `${column.prefix}${number}` },
  sequence: { names: ['No.', 'Row', '#'], fill: ({ number }) => number },
  person: { names: ['Name', 'Customer', 'Owner', 'Contact'], fill: person },
  assignee: { names: ['Assignee', 'Responsible'], values: [PEOPLE, PEOPLE.slice(0, 4)], fill: oneOfFew },
  email: {
    names: ['Email', 'Mail address'],
    fill: (filled) => `${person(filled).toLowerCase().replace(' ', '.')}${filled.number}@example.com`,
  },
  phone: {
    names: ['Phone', 'Mobile'],
    fill: ({ random }) => `+49 ${random.between(150, 179)} ${random.between(1e6, 9e6)}`,
  },
  product: {
    names: ['Product', 'Article', 'Item'],
    fill: ({ random, number }) => `${random.pick(THINGS)} ${random.pick(LOOKS)} ${number % 40}`,
  },
  title: {
    names: ['Task', 'Description', 'Subject'],
    fill: ({ random }) => `${random.pick(VERBS)} ${random.pick(THINGS)} ${random.pick(LOOKS)} ${random.between(1, 60)}`,
  },
  category: {
    names: ['Category', 'Region', 'Department', 'Team'],
    values: [
      ['North', 'South', 'East', 'West'],
      ['Office', 'Kitchen', 'Garden', 'Bath', 'Storage', 'Hall', 'Attic'],
      ['A', 'B', 'C'],
    ],
    fill: oneOfFew,
  },
  state: {
    names: ['Status', 'State', 'Stage'],
    values: [
      ['open', 'in progress', 'done'],
      ['new', 'packed', 'sent', 'delivered', 'paid'],
    ],
    fill: oneOfFew,
  },
  shift: { names: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], values: [['early', 'late', 'night', '']], fill: oneOfFew },
  box: { names: ['Done', 'Active', 'Paid', 'Checked'], fill: ({ random }) => random.chance(0.4) },
  rating: { names: ['Quality', 'Service', 'Price rating'], fill: ({ random }) => random.between(1, 5) },
  date: { names: ['Date', 'Due', 'Ordered', 'Since'], fill: ({ random, today }) => today - random.between(0, 300) },
  /** A Friday in the next twelve weeks. */
  deadline: { names: ['Deadline', 'Week'], fill: ({ random, today }) => today + 7 * random.between(1, 12) },
  /** Consecutive days, row by row. */
  day: { names: ['Day'], fill: ({ number, today }) => today - 1000 + number },
  time: {
    names: ['Timestamp', 'Updated'],
    fill: ({ random, today }) => today - random.between(0, 60) + random.between(0, 86_399) / 86_400,
  },
  amount: {
    names: ['Price', 'Amount', 'Cost', 'Revenue'],
    fill: ({ random, column }) => money(column.scale * (0.2 + 3 * random.next() ** 2)),
  },
  count: { names: ['Stock', 'Quantity', 'Pieces'], fill: ({ random }) => Math.floor(120 * random.next() ** 2) },
  percent: { names: ['Share', 'Margin'], fill: ({ random }) => Math.round(random.next() * 1000) / 1000 },
  /** The sum of the amounts so far. */
  running: { names: ['Balance', 'Running total'], fill: () => 0 },
  note: {
    names: ['Note', 'Comment', 'Remark'],
    fill: ({ random }) => (random.chance(0.3) ? `${random.pick(REMARKS)} ${random.between(1, 99)}` : ''),
  },
} as const satisfies Record<string, ColumnKind>

export type KindName = keyof typeof COLUMN_KINDS
