import type { Cell } from '#domain/copy/cell.ts'
import { csvTable, flatRecords, jsonTable } from './sample-data.ts'
import { dateColumn, type SampleSpreadsheet } from './sample-spreadsheet.ts'

const MAX_DEPARTURES = 60_000
const HOURS_PER_DAY = 24
/** Minimum delay of a departure that the industry counts as late. */
const MIN_LATE_MINUTES = 15

export const departureDates = [dateColumn(1, { type: 'TIME', pattern: 'hh:mm' })]

export const aviation: SampleSpreadsheet = {
  key: 'aviation',
  title: 'Aviation – source',
  tabs: [
    { name: 'Departures', rows: departureRows, dates: departureDates },
    {
      name: 'Flights',
      rows: () => jsonTable('flights-20k.json', ['date']),
      dates: [dateColumn(1, { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm' })],
    },
    {
      name: 'Bird Strikes',
      rows: () =>
        csvTable('birdstrikes.csv', [
          ...(['text', 'text', 'text', 'date', 'text', 'text', 'text', 'text', 'text', 'text'] as const),
          'number',
        ]),
      dates: [dateColumn(4)],
    },
  ],
}

/** Yields a header and 60,000 departures. The time of day is a fraction, as in a spreadsheet. */
export async function* departureRows(): AsyncGenerator<Cell[]> {
  yield ['departed_at', 'distance_miles', 'delay_minutes', 'is_late']
  let remaining = MAX_DEPARTURES
  for await (const { time = 0, distance = null, delay = 0 } of flatRecords('flights-200k.json')) {
    yield [time / HOURS_PER_DAY, distance, delay, delay >= MIN_LATE_MINUTES]
    remaining -= 1
    if (remaining === 0) return
  }
}
