import { csvTable, jsonTable } from './sample-data.ts'
import { dateColumn, type SampleSpreadsheet } from './sample-spreadsheet.ts'

export const marketsAndWeather: SampleSpreadsheet = {
  key: 'markets',
  title: 'Markets and Weather – source',
  tabs: [
    {
      name: 'Stocks',
      rows: () => csvTable('stocks.csv', ['text', 'date', 'number']),
      dates: [dateColumn(2, { pattern: 'mmm yyyy' })],
    },
    { name: 'S&P 500', rows: indexRows, dates: [dateColumn(1)] },
    {
      name: 'US Employment',
      rows: () => csvTable('us-employment.csv', ['date', 'number']),
      dates: [dateColumn(1, { pattern: 'mmm yyyy' })],
    },
    {
      name: 'Daily Weather',
      rows: () => csvTable('weather.csv', ['text', 'date', 'number', 'number', 'number', 'number', 'text']),
      dates: [dateColumn(2)],
    },
    // Some titles are numbers, one is missing, and many amounts are empty.
    {
      name: 'Movies',
      rows: () => jsonTable('movies.json', ['Release Date']),
      dates: [dateColumn(6, { pattern: 'd mmm yyyy' })],
    },
    { name: 'Natural Disasters', rows: () => csvTable('disasters.csv', ['text', 'number']) },
  ],
}

export function indexRows() {
  return csvTable('sp500-2000.csv', ['date', 'number'])
}
