import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sheets_v4 } from '@googleapis/sheets'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { createSampleSpreadsheets } from './create-sample-spreadsheets.ts'
import type { SampleSet } from './sample-set.ts'
import { serialNumber } from './serial-number.ts'

interface Provider {
  set: SampleSet
  client: sheets_v4.Sheets
}

const stack = new AsyncDisposableStack()
let provider: Provider

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'samples-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const emulator = stack.use(await startEmulator({ host: '127.0.0.1', port: 0, dataDir }))
  const set = await createSampleSpreadsheets({ sheetsUrl: emulator.url })
  provider = { set, client: new sheets_v4.Sheets({ rootUrl: `${emulator.url}/`, retry: false }) }
})

afterAll(() => stack.disposeAsync())

async function readValues(task: { type: string; name: string }, cells: string, render = 'UNFORMATTED_VALUE') {
  const found = provider.set.tasks.find(({ type, name }) => type === task.type && name === task.name)
  const { data } = await provider.client.spreadsheets.values.get({
    spreadsheetId: found?.source_ss_id ?? '',
    range: `'${found?.source_sheet_name}'!${cells}`,
    valueRenderOption: render,
  })
  return data.values
}

describe('the tasks', () => {
  test('never share a pair of source and target spreadsheets', () => {
    const { tasks } = provider.set
    const pairs = tasks.map(({ source_ss_id, target_ss_id }) => `${source_ss_id} ${target_ss_id}`)
    expect(new Set(pairs).size).toBe(tasks.length)
    expect(tasks.length).toBeGreaterThanOrEqual(25)
  })

  test('write to a tab of their own, which is not copied back to their source', () => {
    const placed = provider.set.tasks.map((task, id) => ({
      id,
      name: task.name,
      typeName: task.type,
      sourceSsId: task.source_ss_id,
      sourceSheetName: task.source_sheet_name,
      targetSsId: task.target_ss_id,
      targetSheetName: task.target_sheet_name,
      lastTabs: NO_TABS,
    }))
    const graph = new TabGraph(placed)
    expect(placed.filter((task) => graph.overlaps(task).length + graph.loop(task).length > 0)).toEqual([])
  })

  test('have unique names within their type', () => {
    const names = provider.set.tasks.map(({ type, name }) => `${type}: ${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('belong to types that come after their prerequisites', () => {
    const names = provider.set.taskTypes.map(({ name }) => name)
    for (const { name, depends_on } of provider.set.taskTypes) {
      if (depends_on) expect(names.slice(0, names.indexOf(name))).toContain(depends_on)
    }
    expect([...new Set(provider.set.tasks.map(({ type }) => type))]).toEqual(names)
  })

  test('include inactive tasks, scheduled tasks and tasks that start below a title row', () => {
    const { tasks } = provider.set
    expect(tasks.some(({ is_active }) => !is_active)).toBe(true)
    expect(tasks.some(({ start_row }) => start_row > 1)).toBe(true)
    expect(
      tasks.flatMap(({ scheduled_times }) => scheduled_times).filter((time) => !/^\d\d:\d\d$|^None$/.test(time)),
    ).toEqual([])
  })

  test('have a source tab that exists or that an earlier task creates', async () => {
    const existing = new Set<string>()
    for (const task of provider.set.tasks) {
      const { data } = await provider.client.spreadsheets.get({ spreadsheetId: task.source_ss_id })
      for (const sheet of data.sheets ?? []) existing.add(`${task.source_ss_id} ${sheet.properties?.title}`)
      expect(existing).toContain(`${task.source_ss_id} ${task.source_sheet_name}`)
      existing.add(`${task.target_ss_id} ${task.target_sheet_name}`)
    }
  })
})

describe('the spreadsheets', () => {
  test('include a tab with more than 50,000 rows', async () => {
    const column = await readValues({ type: 'Daily Ledger', name: 'Departures' }, 'B:B')
    expect(column).toHaveLength(60_001)
    expect(column?.at(-1)?.[0]).toBeTypeOf('number')
  })

  test('store values with leading zeros as text', async () => {
    expect(await readValues({ type: 'Daily Ledger', name: 'ZIP Codes' }, 'A2:D2')).toEqual([
      ['00501', 40.922326, -72.637078, 'Holtsville'],
    ])
  })

  test('store dates as numbers that are shown as dates', async () => {
    const task = { type: 'Daily Ledger', name: 'Index Prices' }
    expect(await readValues(task, 'A1:A2')).toEqual([['date'], [serialNumber('2000-01-03')]])
    expect(await readValues(task, 'A2', 'FORMATTED_VALUE')).toEqual([['2000-01-03']])
  })

  test('store booleans, empty cells, and numbers among text', async () => {
    expect(await readValues({ type: 'Daily Ledger', name: 'Departures' }, 'C3:D3')).toEqual([[171, true]])
    const movies = await readValues({ type: 'Masters', name: 'Title Catalog' }, 'A2:P4000')
    expect(movies?.some(([title]) => typeof title === 'number')).toBe(true)
    expect(movies?.some(([title]) => title === '')).toBe(true)
  })

  test('include text in many scripts', async () => {
    const [header, ...countries] = (await readValues({ type: 'Masters', name: 'Countries' }, 'A1:M300')) ?? []
    const japan = countries.find(([code]) => code === 'JP') ?? []
    expect(header?.slice(0, 5)).toEqual(['code', 'main_language', 'name_en', 'name_ar', 'name_ja'])
    expect(japan.slice(0, 8)).toEqual(['JP', 'ja', 'Japan', 'اليابان', '日本', 'जापान', 'Ιαπωνία', 'Япония'])
  })

  test('include targets with notes next to the copied region', async () => {
    const notes = await readValues({ type: 'Daily Ledger', name: 'Countries' }, 'O1:P2')
    expect(notes).toEqual([
      ['reviewed_by', 'note'],
      ['Αθήνα office', 'names checked against the register'],
    ])
  })
})
