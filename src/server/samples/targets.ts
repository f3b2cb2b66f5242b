import type { Cell } from '#domain/copy/cell.ts'
import { departureDates, departureRows } from './aviation.ts'
import { indexRows } from './markets-and-weather.ts'
import { airportRows } from './places.ts'
import { dateColumn, firstRows, type Rows, type SampleSpreadsheet, titled } from './sample-spreadsheet.ts'
import { countryRows, currencyRows } from './world-reference.ts'

/**
 * The spreadsheets that the tasks write. Some tabs are empty, some hold an older part of their source, some hold
 * notes beside the copied region, which no run may touch; tabs that are missing here are made by the first run.
 */
export const targets: readonly SampleSpreadsheet[] = [
  {
    key: 'masters',
    title: 'Masters',
    tabs: [
      { name: 'Countries', rows: () => withNotes(firstRows(countryRows(), 121), { column: 15, notes: reviewNotes }) },
      { name: 'Airports', rows: () => titled('Airports (checked each quarter)', firstRows(airportRows(), 501)) },
      { name: 'Incident Register', rows: () => [] },
      { name: 'Title Catalogue', rows: () => [] },
    ],
  },
  {
    key: 'ledger',
    title: 'Daily Ledger',
    tabs: [
      { name: 'Departures', rows: () => firstRows(departureRows(), 5_001), dates: departureDates },
      {
        name: 'Index Prices',
        rows: () => withNotes(firstRows(indexRows(), 1_001), { column: 10, notes: closingNotes }),
        dates: [dateColumn(1)],
      },
      { name: 'Currencies', rows: () => translatedHeader() },
      { name: 'Countries', rows: () => [] },
    ],
  },
  {
    key: 'report',
    title: 'Management Report – reporting copy',
    tabs: [
      { name: 'Summary', rows: () => summaryRows },
      { name: 'Departures', rows: () => [], dates: departureDates },
      { name: 'Airports', rows: () => titled('Airports, for the report', firstRows(airportRows(), 1)) },
      { name: 'Stocks', rows: () => [] },
    ],
  },
  {
    key: 'regional',
    title: 'Regional Report – reporting copy',
    tabs: [
      { name: 'Countries by Region', rows: () => withNotes([], { column: 19, notes: reviewNotes }) },
      { name: 'Languages', rows: () => [] },
      { name: 'Weather', rows: () => [] },
    ],
  },
  { key: 'archive', title: 'Archive', tabs: [{ name: 'Read me', rows: () => readMeRows }] },
]

const reviewNotes: Cell[][] = [
  ['reviewed_by', 'note'],
  ['Αθήνα office', 'names checked against the register'],
  ['東京 office', null],
  ['مكتب القاهرة', 'spelling agreed'],
]

const closingNotes: Cell[][] = [
  ['checked', 'by'],
  [true, 'Treasury'],
  [false, null],
]

const summaryRows: Cell[][] = [
  ['Management report', null, null],
  ['Section', 'Owner', 'Target share'],
  ['Departures', 'Operations', 0.85],
  ['Stocks', 'Treasury', 0.4],
  ['Airports', 'Operations', 1],
]

const readMeRows: Cell[][] = [
  ['Each run of the type Archive refreshes the tabs beside this one.'],
  ['A tab that is missing is made by its first run.'],
]

/** The currencies under headings of the target's own, which stay when the copy begins below them. */
function* translatedHeader() {
  yield [
    'Code',
    'Decimals',
    'English',
    'العربية',
    '日本語',
    'हिन्दी',
    'Ελληνικά',
    'Русский',
    'עברית',
    'ไทย',
    '中文',
    '한국어',
  ]
  yield* [...currencyRows()].slice(1, 61)
}

/** The rows with notes beside them, from `column` (1 is A) on; there may be more notes than rows. */
async function* withNotes(rows: Rows, { column, notes }: { column: number; notes: Cell[][] }) {
  let index = 0
  for await (const row of rows) {
    const gap = Array<Cell>(column - 1 - row.length).fill(null)
    yield notes[index] ? [...row, ...gap, ...(notes[index] ?? [])] : row
    index += 1
  }
  for (const note of notes.slice(index)) yield [...Array<Cell>(column - 1).fill(null), ...note]
}
