import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { readNote } from '#domain/freshness/note-text.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { shareApp } from '#tests/support/shared-app.ts'
import { createSpreadsheet, enterValues, writeValues } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let shiftMs = 0
const test = shareApp({ now: () => new Date(Date.now() + shiftMs) })

/** Adds a task that copies the tab `Orders` to the tab `Copy` of another file. A note or a tab there says how fresh the copy is. */
async function addReporting(app: TestApp, freshness_note: 'note' | 'tab') {
  const { member, sheets } = app
  const create = (tab: string) => createSpreadsheet(sheets, { tabs: [tab] })
  const [source, target] = [await create('Orders'), await create('Copy')]
  const body = { ...buildTaskTypeFields({ name: 'Nightly' }), freshness_note, skips_untouched: true }
  const type = await member.call(api.taskTypes.create, { body })
  const places = { source_ss_id: source, source_sheet_name: 'Orders', target_ss_id: target, target_sheet_name: 'Copy' }
  const { id } = await member.call(api.tasks.create, {
    body: buildTaskFields({
      sync_task_type_id: type.id,
      ...places,
      start_row: 1,
      scheduled_times: ['04:00'],
    }),
  })
  return {
    ...app,
    id,
    source,
    target,
    enter: (values: (string | number)[][]) => enterValues(sheets, { spreadsheetId: source, values }),
    clear: () => sheets.spreadsheets.values.clear({ spreadsheetId: source, range: 'Orders' }),
    async readNote(cell: string) {
      const { data } = await sheets.spreadsheets.get({
        spreadsheetId: target,
        ranges: [`Copy!${cell}`],
        fields: 'sheets.data.rowData.values.note',
      })
      return data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.note ?? ''
    },
    setNote: (row: number, note: string) =>
      sheets.spreadsheets.batchUpdate({
        spreadsheetId: target,
        requestBody: {
          requests: [
            {
              repeatCell: {
                range: { startRowIndex: row, endRowIndex: row + 1, startColumnIndex: 0, endColumnIndex: 1 },
                cell: { note },
                fields: 'note',
              },
            },
          ],
        },
      }),
    previewWarnings: async () => {
      const started = await member.call(api.previews.start, { body: { task_ids: [id] } })
      const preview = await eventually({
        what: 'the preview',
        read: () => member.call(api.previews.get, { params: started }),
        until: ({ is_in_progress }) => !is_in_progress,
      })
      return preview.tasks[0]?.result?.warnings ?? []
    },
    /** Undoes a run, and returns what its preview says about the note or line. */
    async undo(run = 0) {
      const params = { id, run }
      const { report } = await member.call(api.changeSets.previewUndo, { params, query: {} })
      await member.call(api.changeSets.undo, { params, body: { edited: 'leave' } })
      await untilEnded(member, id)
      return report
    },
  }
}

const ORDERS = [
  ['Name', 'Amount'],
  ['Ann', 5],
  ['Bob', 6],
]
/**
 * Whether two notes name the same times. The history has the start and end of runs, but not the time when a run wrote its
 * cells.
 */
const haveSameTimes = (one: string, other: string) => {
  const [first = [], second = []] = [one, other].map((text) => {
    const { copiedAt = '', verifiedAt = '' } = readNote(text, Number(text.match(/^Task (\d+),/m)?.[1])) ?? {}
    return [copiedAt, verifiedAt].map((time) => Date.parse(time.slice(0, 'YYYY-MM-DD HH:MM:SS'.length)))
  })
  return first.every((ms, at) => Math.abs(ms - (second[at] ?? 0)) < MINUTE_MS)
}
const stateIn = (text: string) => readNote(text, Number(text.match(/^Task (\d+),/m)?.[1]))?.state

test('a note on the first cell says what is copied, from where, when and how it stands, and is written with cells or a new state only', async ({
  emptyApp,
}) => {
  const app = await addReporting(emptyApp, 'note')
  const { member, id, source } = app
  await app.enter(ORDERS)
  expect(await app.previewWarnings()).toEqual(["Writes the freshness note on 'Copy'!A1."])
  await runToSuccess(member, id)
  const first = await app.readNote('A1')
  expect(first.split('\n')).toEqual([
    expect.stringMatching(/^Copied by Nano Sync from 'Orders' of ".*"$/),
    expect.stringMatching(new RegExp(`/spreadsheets/d/${source}$`)),
    expect.stringMatching(/^Cells copied: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d E[SD]T$/),
    expect.stringMatching(/^Last verified: \d{4}-/),
    expect.stringMatching(/^Next run: \d{4}-\d\d-\d\d 04:00:00 E[SD]T$/),
    'State: Up to date',
    `${app.url}/sync_tasks/${id}`,
    expect.stringMatching(new RegExp(`^Task ${id}, note [\\da-f]{8}$`)),
  ])

  await runToSuccess(member, id)
  expect(await app.readNote('A1')).toBe(first)
  await app.clear()
  await runToEnd(member, id)
  const held = await app.readNote('A1')
  expect(stateIn(held)).toBe('Held until someone decides')
  expect(held.split('\n')[2]).toBe(first.split('\n')[2])
  await runToEnd(member, id)
  expect(await app.readNote('A1')).toBe(held)
  await app.enter(ORDERS)
  await runToSuccess(member, id)
  expect(stateIn(await app.readNote('A1'))).toBe('Up to date')

  // Inserting a row above moves the note. After the next copy, the task's note is on its first cell again.
  await app.sheets.spreadsheets.batchUpdate({
    spreadsheetId: app.target,
    requestBody: { requests: [{ insertDimension: { range: { dimension: 'ROWS', startIndex: 0, endIndex: 1 } } }] },
  })
  expect(await app.readNote('A2')).not.toBe('')
  await app.enter([...ORDERS, ['Cy', 7]])
  await member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await eventually({
    what: 'the note',
    read: () => app.readNote('A1'),
    until: (text) => stateIn(text) === 'Up to date',
  })
  expect(await app.readNote('A2')).toBe('')
})

test("other people's notes are kept, also one that was ours until somebody edited it", async ({ emptyApp }) => {
  const app = await addReporting(emptyApp, 'note')
  await app.enter(ORDERS)
  await app.setNote(0, 'Ask Maria')
  expect(await app.previewWarnings()).toEqual([
    "'Copy'!A1 has a note of somebody else, which is kept: no freshness note is written.",
  ])
  await runToSuccess(app.member, app.id)
  expect(await app.readNote('A1')).toBe('Ask Maria')
  await app.setNote(0, '')
  await app.enter([...ORDERS, ['Cy', 7]])
  await runToSuccess(app.member, app.id)
  const edited = `${await app.readNote('A1')}\nAsk Maria`
  await app.setNote(0, edited)
  await app.enter([...ORDERS, ['Cy', 8]])
  await runToSuccess(app.member, app.id)
  expect(await app.readNote('A1')).toBe(edited)
})

test('a copy that was undone has its earlier times, or no note if there was none before, and one that fails says so', async ({
  emptyApp,
}) => {
  const app = await addReporting(emptyApp, 'note')
  const { member, id, source, sheets } = app
  await app.enter(ORDERS)
  await runToSuccess(member, id)
  const first = await app.readNote('A1')
  shiftMs += 10 * MINUTE_MS
  await app.enter([...ORDERS, ['Cy', 7]])
  await runToSuccess(member, id)
  expect(haveSameTimes(await app.readNote('A1'), first)).toBe(false)
  const [last, before] = (await member.call(api.runs.list, { query: { task_id: id } })).runs
  expect(await app.undo(last?.id)).toEqual({ kind: 'note', is_removed: false })
  const undone = await app.readNote('A1')
  expect(stateIn(undone)).toBe('Undone')
  expect(haveSameTimes(undone, first)).toBe(true)
  expect(await app.undo(before?.id)).toEqual({ kind: 'note', is_removed: true })
  expect(await app.readNote('A1')).toBe('')
  await runToSuccess(member, id)
  const title = 'Elsewhere'
  const { data } = await sheets.spreadsheets.get({ spreadsheetId: source })
  const sheetId = data.sheets?.[0]?.properties?.sheetId ?? 0
  const requests = [{ addSheet: { properties: { title } } }, { deleteSheet: { sheetId } }]
  await sheets.spreadsheets.batchUpdate({ spreadsheetId: source, requestBody: { requests } })
  await runToEnd(member, id)
  expect(stateIn(await app.readNote('A1'))).toBe('Failing')
})

test("the tab 'Sync info' has a line for each task into the file, and is not written where it is somebody else's", async ({
  emptyApp,
}) => {
  const app = await addReporting(emptyApp, 'tab')
  const { member, id, target, sheets } = app
  await app.enter(ORDERS)
  expect(await app.previewWarnings()).toEqual(["Writes the line of this task in the tab 'Sync info' of the target."])
  await runToSuccess(member, id)
  const { task_type: _, ...task } = await member.call(api.tasks.get, { params: { id } })
  const other = await member.call(api.tasks.create, {
    body: buildTaskFields({
      sync_task_type_id: task.sync_task_type_id,
      name: 'Second',
      source_ss_id: app.source,
      target_ss_id: target,
      target_sheet_name: 'More',
      start_row: 1,
    }),
  })
  await runToSuccess(member, other.id)
  const info = async () =>
    (await sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'Sync info' })).data.values
  const lines = await info()
  expect(lines?.map((cells) => [cells[0], cells[2], cells[8]])).toEqual([
    ['Task', 'Tab', 'State'],
    [String(id), 'Copy', 'Up to date'],
    [String(other.id), 'More', 'Up to date'],
  ])
  await app.clear()
  await runToEnd(member, id)
  expect((await info())?.[1]?.slice(5, 9)).toEqual([...(lines?.[1]?.slice(5, 8) ?? []), 'Held until someone decides'])
  expect(await app.readNote('A1')).toBe('')
  const [last] = (await member.call(api.runs.list, { query: { task_id: other.id } })).runs
  const undo = { params: { id: other.id, run: last?.id ?? 0 }, query: {} }
  expect(await member.call(api.changeSets.previewUndo, undo)).toMatchObject({
    report: { kind: 'tab', is_removed: true },
  })
  await member.call(api.changeSets.undo, { params: undo.params, body: { edited: 'leave' } })
  await untilEnded(member, other.id)
  expect((await info())?.map(([task]) => task)).toEqual(['Task', String(id)])

  await writeValues(sheets, { spreadsheetId: target, range: "'Sync info'!A1", values: [['Mine']] })
  const before = await info()
  await app.enter([...ORDERS, ['Cy', 7]])
  await runToSuccess(member, id)
  expect(await info()).toEqual(before)
})

test('a note counts as an edit: the next run compares once more, a later one is skipped, and an edit is never missed', async ({
  emptyApp,
}) => {
  const app = await addReporting(emptyApp, 'note')
  const { member, id } = app
  const run = async () => {
    shiftMs += 10 * MINUTE_MS
    await runToSuccess(member, id)
    const { was_skipped, cells_changed } = await member.call(api.tasks.get, { params: { id } })
    return was_skipped ? 'skipped' : cells_changed
  }
  await app.enter(ORDERS)
  expect(await run()).toBe(6)
  expect(await run()).toBe(0)
  expect(await run()).toBe('skipped')
  await app.enter([...ORDERS, ['Cy', 7]])
  expect(await run()).toBe(2)
  expect(await app.readNote('A1')).toContain('State: Up to date')
  expect(await run()).toBe(0)
  expect(await run()).toBe('skipped')
})
