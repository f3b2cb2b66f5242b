import { csvTable, jsonTable } from './sample-data.ts'
import { type SampleSpreadsheet, withTitle } from './sample-spreadsheet.ts'

export const places: SampleSpreadsheet = {
  key: 'places',
  title: 'Places – source',
  tabs: [
    { name: 'Airports', rows: () => withTitle('Airports of the United States', airportRows()) },
    // The codes are text, because numbers would lose their leading zeros.
    { name: 'ZIP Codes', rows: zipCodeRows },
    { name: 'State Capitals', rows: () => jsonTable('us-state-capitals.json') },
    {
      name: 'Species by County',
      rows: () => csvTable('species.csv', ['text', 'text', 'text', 'text', 'text', 'number']),
    },
  ],
}

export function airportRows() {
  return csvTable('airports.csv', ['text', 'text', 'text', 'text', 'text', 'number'])
}

function zipCodeRows() {
  return csvTable('zipcodes.csv', ['text', 'number', 'number', 'text', 'text', 'text'])
}
