import type { Cell } from '#domain/copy/cell.ts'
import type { Rows } from '#server/google/create-spreadsheet.ts'
import { departureDates, departureRows } from './aviation.ts'
import { indexRows } from './markets-and-weather.ts'
import { airportRows } from './places.ts'
import { dateColumn, firstRows, type SampleSpreadsheet, withTitle } from './sample-spreadsheet.ts'
import { countryRows, currencyRows } from './world-reference.ts'

/**
 * Target spreadsheets of the tasks. Some tabs are empty, and some contain an older part of their source. Some have notes next
 * to the copied region, which no run may touch. The first run creates missing tabs.
 */
export const targets: readonly SampleSpreadsheet[] = [
  {
    key: 'masters',
    title: 'Masters',
    tabs: [
      { name: 'Countries', rows: () => withNotes(firstRows(countryRows(), 121), { column: 15, notes: reviewNotes }) },
      { name: 'Airports', rows: () => withTitle('Airports (checked quarterly)', firstRows(airportRows(), 501)) },
      { name: 'Incident Register', rows: () => [] },
      { name: 'Title Catalog', rows: () => [] },
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
      { name: 'Airports', rows: () => withTitle('Airports for the report', firstRows(airportRows(), 1)) },
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
  ['Tasks of the type Archive update the other tabs of this spreadsheet.'],
  ['The first run of a task creates its tab if it is missing.'],
]

/** Yields currencies below the target's own header. A copy from the second row on keeps this header. */
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

/** Yields the rows with notes next to them, starting in `column` (1 is A). There may be more notes than rows. */
async function* withNotes(rows: Rows, { column, notes }: { column: number; notes: Cell[][] }) {
  let index = 0
  for await (const row of rows) {
    const gap = Array<Cell>(column - 1 - row.length).fill(null)
    yield notes[index] ? [...row, ...gap, ...(notes[index] ?? [])] : row
    index += 1
  }
  for (const note of notes.slice(index)) yield [...Array<Cell>(column - 1).fill(null), ...note]
}
