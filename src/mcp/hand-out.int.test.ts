import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { connectModel } from '#tests/support/scripted-model.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('an assistant drafts a task that hands rows out, changes it, and undoes one of its targets', async () => {
  await using app = await startTestApp()
  const { member } = app
  await member.call(api.taskTypes.create, { body: { name: 'Masters' } })
  const { token } = await member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'manage' } })
  await using model = await connectModel({ url: app.url, token })
  const rows = [
    ['Order', 'Branch'],
    ['1', 'North'],
    ['2', 'South'],
    ['3', 'North'],
  ]
  const source = await createSpreadsheet(app.sheets, { values: rows, isEntered: true })
  const target = await createSpreadsheet(app.sheets, {})
  const confirm = async (tool: string, values: Record<string, unknown>) => {
    const { said } = await model.ask(tool, values)
    expect(said.confirmation, JSON.stringify(said)).toBeDefined()
    return (await model.ask(tool, { ...values, confirmation: said.confirmation })).said
  }
  const ends = { type: 'Masters', source, target }
  const { created } = await confirm('draft_task', { ...ends, split_by: 'Branch', control_sums: ['Order'] })
  const { id } = created
  await confirm('change_task', { task_id: id, unmatched: 'report', is_active: true })
  expect(await member.call(api.tasks.get, { params: { id } })).toMatchObject({
    ...{ split_by: 'Branch', control_sums: ['Order'], unmatched: 'report' },
  })
  const list = { ss_id: source, value_column: 'Branch', link_column: 'Order' }
  await confirm('change_task', { task_id: id, targets_from: list })
  const cleared = { task_id: id, targets_from: null }
  const { said } = await model.ask('change_task', cleared)
  expect(said.would_change).toMatchObject({ targets_from: { before: list, after: 'none' } })
  const renamed = await model.ask('change_task', { ...cleared, name: 'Orders', notes: null, columns: null })
  expect(Object.keys(renamed.said.would_change)).toEqual(['name'])
  await confirm('change_task', cleared)
  expect(await member.call(api.tasks.get, { params: { id } })).toMatchObject({ targets_from: null })
  await member.call(api.tasks.update, { params: { id }, body: { start_row: 1 } })
  await runToSuccess(member, id)
  await enterValues(app.sheets, { spreadsheetId: source, range: 'A2:A4', values: [['11'], ['12'], ['13']] })
  await runToSuccess(member, id)
  const wrong = await model.ask('undo_runs', { wave_id: 'x', value: 'North' })
  expect(wrong.said.problem).toContain('one task')
  const asked = { task_ids: [id], value: 'north' }
  const edit = (range: string, value: string) =>
    enterValues(app.sheets, { spreadsheetId: target, range, values: [[value]] })
  await edit('North!A2', 'mine')
  const first = await model.ask('undo_runs', asked)
  await edit('North!A2', '11')
  await edit('North!A3', 'mine')
  const second = await model.ask('undo_runs', { ...asked, confirmation: first.said.confirmation })
  expect(second.said.problem).toContain('what it showed has changed')
  await edit('North!A3', '13')
  expect(await confirm('undo_runs', { task_ids: [id], value: 'north' })).toMatchObject({ done_ids: [id] })
  await untilEnded(member, id)
  const read = async (tab: string) =>
    (await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: `${tab}!A2:A9` })).data.values
  expect([await read('North'), await read('South')]).toEqual([[['1'], ['3']], [['12']]])
})

test('targets of a hand-out and further sources are found by ID, link, title and value', async () => {
  await using app = await startTestApp()
  const { member } = app
  const type = await member.call(api.taskTypes.create, { body: { name: 'Masters' } })
  const { token } = await member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'manage' } })
  await using model = await connectModel({ url: app.url, token })
  const newSheet = (title: string, values: unknown[][] = []) =>
    createSpreadsheet(app.sheets, { title, values, isEntered: true })
  const headers = ['Order', 'Branch']
  const source = await newSheet('Orders', [headers, ['1', 'North'], ['2', 'South']])
  const further = await newSheet('Orders of last year', [headers, ['3', 'South']])
  const [north, south] = [await newSheet('Report of North'), await newSheet('Report of South')]
  const tab = 'Rows'
  const targets = [
    { value: 'North', target_ss_id: north, target_sheet_name: tab },
    { value: 'South', target_ss_id: south, target_sheet_name: tab },
  ]
  const body = { sync_task_type_id: type.id, source_ss_id: source, start_row: 1 }
  const handingOut = { ...body, target_ss_id: north, split_by: 'Branch', targets, fresh_within_minutes: 600 }
  const { id } = await member.call(api.tasks.create, { body: handingOut })
  const more_sources = [{ source_ss_id: further, source_sheet_name: '' }]
  const union = { ...body, more_sources, target_ss_id: await newSheet('All orders') }
  await member.call(api.tasks.create, { body: union })
  await runToSuccess(member, id)
  const link = `https://docs.google.com/spreadsheets/d/${south}/edit#gid=0`
  const fresh = { is_fresh: true, tasks: 1, tasks_that_write_to_it: [{ id }] }
  for (const spreadsheet of [north, south, link, 'report of south', 'South'])
    expect((await model.ask('is_sheet_fresh', { spreadsheet, tab })).said, spreadsheet).toMatchObject(fresh)
  const elsewhere = await model.ask('is_sheet_fresh', { spreadsheet: south, tab: 'North' })
  expect(elsewhere.said.problem).toContain('No task writes')
  const changed = { runs: [{ task_id: id }] }
  for (const spreadsheet of [south, link, 'Report of South'])
    expect((await model.ask('show_changes', { spreadsheet })).said, spreadsheet).toMatchObject(changed)
  for (const spreadsheet of [source, further, 'Orders of last year'])
    expect((await model.ask('is_sheet_fresh', { spreadsheet })).said.problem, spreadsheet).toContain('only read it')
})
