import type { SpreadsheetKey } from './sample-spreadsheet.ts'

type Place = readonly [spreadsheet: SpreadsheetKey, tab: string]

interface SampleTaskPlan {
  type: string
  name: string
  from: Place
  to: Place
  /** From 3 where a title and a header stand above the data, from 2 where the target keeps a header of its own. */
  startRow?: number
  times?: readonly string[]
  isActive?: boolean
}

/** Every pair of a source and a target spreadsheet occurs once: two tasks may not share one. */
export const sampleTasks: readonly SampleTaskPlan[] = [
  ...tasksOf('Masters', 'masters', [
    { name: 'Countries', from: ['world', 'Countries'], to: 'Countries', times: ['04:00', '23:00'] },
    { name: 'Airports', from: ['places', 'Airports'], to: 'Airports', startRow: 3, times: ['04:00'] },
    { name: 'Incident Register', from: ['aviation', 'Bird Strikes'], to: 'Incident Register' },
    { name: 'Title Catalogue', from: ['markets', 'Movies'], to: 'Title Catalogue' },
  ]),
  ...tasksOf('Daily Ledger', 'ledger', [
    { name: 'Departures', from: ['aviation', 'Departures'], to: 'Departures', times: ['05:30', '12:00', '18:30'] },
    { name: 'Index Prices', from: ['markets', 'S&P 500'], to: 'Index Prices', times: ['18:00'] },
    { name: 'Countries', from: ['masters', 'Countries'], to: 'Countries' },
    { name: 'ZIP Codes', from: ['places', 'ZIP Codes'], to: 'ZIP Codes' },
    { name: 'Currencies', from: ['world', 'Currencies'], to: 'Currencies', startRow: 2 },
  ]),
  ...tasksOf('Reports', 'report', [
    { name: 'Departures', from: ['ledger', 'Departures'], to: 'Departures', times: ['06:30'] },
    { name: 'Airports', from: ['masters', 'Airports'], to: 'Airports', startRow: 3 },
    { name: 'Stocks', from: ['markets', 'Stocks'], to: 'Stocks' },
    { name: 'Country Indicators', from: ['world', 'Country Indicators'], to: 'Country Indicators' },
    { name: 'Flights', from: ['aviation', 'Flights'], to: 'Flights' },
    { name: 'State Capitals', from: ['places', 'State Capitals'], to: 'State Capitals', isActive: false },
  ]),
  ...tasksOf('Regional', 'regional', [
    { name: 'Countries by Region', from: ['masters', 'Countries'], to: 'Countries by Region', times: ['07:15'] },
    { name: 'Languages', from: ['world', 'Languages'], to: 'Languages' },
    { name: 'Species by County', from: ['places', 'Species by County'], to: 'Species by County' },
    { name: 'Weather', from: ['markets', 'Daily Weather'], to: 'Weather' },
    { name: 'Flights', from: ['aviation', 'Flights'], to: 'Flights', isActive: false },
  ]),
  ...tasksOf('Archive', 'archive', [
    { name: 'Income and Health', from: ['world', 'Income and Health'], to: 'Income and Health' },
    { name: 'Airports', from: ['places', 'Airports'], to: 'Airports', times: ['01:00'] },
    { name: 'Bird Strikes', from: ['aviation', 'Bird Strikes'], to: 'Bird Strikes', isActive: false },
    { name: 'US Employment', from: ['markets', 'US Employment'], to: 'US Employment' },
    { name: 'Index Prices', from: ['ledger', 'Index Prices'], to: 'Index Prices' },
    { name: 'Summary', from: ['report', 'Summary'], to: 'Report Summary' },
  ]),
]

type TaskIntoTarget = Omit<SampleTaskPlan, 'type' | 'to'> & { to: string }

function tasksOf(type: string, target: SpreadsheetKey, tasks: readonly TaskIntoTarget[]): SampleTaskPlan[] {
  return tasks.map((task) => ({ ...task, type, to: [target, task.to] }))
}
