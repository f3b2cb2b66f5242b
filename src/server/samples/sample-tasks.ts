import type { SampleTaskType } from './sample-set.ts'
import type { SpreadsheetKey } from './sample-spreadsheet.ts'

const defaults = { queue_delay_seconds: 0, max_retries: 3, retry_delay_seconds: 60, chunk_size: 2_000 }

/** A chain (Masters → Daily Ledger → Reports), a branch (Masters → Regional) and an independent type (Archive). */
export const sampleTaskTypes: readonly SampleTaskType[] = [
  { ...defaults, name: 'Masters', allowed_concurrent_tasks: 2 },
  { ...defaults, name: 'Daily Ledger', depends_on: 'Masters', allowed_concurrent_tasks: 2, chunk_size: 5_000 },
  { ...defaults, name: 'Reports', depends_on: 'Daily Ledger', allowed_concurrent_tasks: 3, queue_delay_seconds: 2 },
  { ...defaults, name: 'Regional', depends_on: 'Masters', allowed_concurrent_tasks: 1, retry_delay_seconds: 30 },
  { ...defaults, name: 'Archive', allowed_concurrent_tasks: 1, queue_delay_seconds: 5, max_retries: 1 },
]

type TabPath = readonly [spreadsheet: SpreadsheetKey, tab: string]

interface SampleTask {
  type: string
  name: string
  from: TabPath
  to: TabPath
  /** First row to copy: 3 skips a title and a header, 2 keeps the target's own header. */
  startRow?: number
  times?: readonly string[]
  isActive?: boolean
}

/** Sample tasks. Each pair of source and target spreadsheet occurs once, because two tasks cannot share a pair. */
export const sampleTasks: readonly SampleTask[] = [
  ...buildTasks('Masters', 'masters', [
    { name: 'Countries', from: ['world', 'Countries'], to: 'Countries', times: ['04:00', '23:00'] },
    { name: 'Airports', from: ['places', 'Airports'], to: 'Airports', startRow: 3, times: ['04:00'] },
    { name: 'Incident Register', from: ['aviation', 'Bird Strikes'], to: 'Incident Register' },
    { name: 'Title Catalog', from: ['markets', 'Movies'], to: 'Title Catalog' },
  ]),
  ...buildTasks('Daily Ledger', 'ledger', [
    { name: 'Departures', from: ['aviation', 'Departures'], to: 'Departures', times: ['05:30', '12:00', '18:30'] },
    { name: 'Index Prices', from: ['markets', 'S&P 500'], to: 'Index Prices', times: ['18:00'] },
    { name: 'Countries', from: ['masters', 'Countries'], to: 'Countries' },
    { name: 'ZIP Codes', from: ['places', 'ZIP Codes'], to: 'ZIP Codes' },
    { name: 'Currencies', from: ['world', 'Currencies'], to: 'Currencies', startRow: 2 },
  ]),
  ...buildTasks('Reports', 'report', [
    { name: 'Departures', from: ['ledger', 'Departures'], to: 'Departures', times: ['06:30'] },
    { name: 'Airports', from: ['masters', 'Airports'], to: 'Airports', startRow: 3 },
    { name: 'Stocks', from: ['markets', 'Stocks'], to: 'Stocks' },
    { name: 'Country Indicators', from: ['world', 'Country Indicators'], to: 'Country Indicators' },
    { name: 'Flights', from: ['aviation', 'Flights'], to: 'Flights' },
    { name: 'State Capitals', from: ['places', 'State Capitals'], to: 'State Capitals', isActive: false },
  ]),
  ...buildTasks('Regional', 'regional', [
    { name: 'Countries by Region', from: ['masters', 'Countries'], to: 'Countries by Region', times: ['07:15'] },
    { name: 'Languages', from: ['world', 'Languages'], to: 'Languages' },
    { name: 'Species by County', from: ['places', 'Species by County'], to: 'Species by County' },
    { name: 'Weather', from: ['markets', 'Daily Weather'], to: 'Weather' },
    { name: 'Flights', from: ['aviation', 'Flights'], to: 'Flights', isActive: false },
  ]),
  ...buildTasks('Archive', 'archive', [
    { name: 'Income and Health', from: ['world', 'Income and Health'], to: 'Income and Health' },
    { name: 'Airports', from: ['places', 'Airports'], to: 'Airports', times: ['01:00'] },
    { name: 'Bird Strikes', from: ['aviation', 'Bird Strikes'], to: 'Bird Strikes', isActive: false },
    { name: 'US Employment', from: ['markets', 'US Employment'], to: 'US Employment' },
    { name: 'Index Prices', from: ['ledger', 'Index Prices'], to: 'Index Prices' },
    { name: 'Summary', from: ['report', 'Summary'], to: 'Report Summary' },
  ]),
]

type TaskIntoTarget = Omit<SampleTask, 'type' | 'to'> & { to: string }

function buildTasks(type: string, target: SpreadsheetKey, tasks: readonly TaskIntoTarget[]): SampleTask[] {
  return tasks.map((task) => ({ ...task, type, to: [target, task.to] }))
}
