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
  ]
  const source = await createSpreadsheet(app.sheets, { values: rows })
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
  await confirm('change_task', cleared)
  expect(await member.call(api.tasks.get, { params: { id } })).toMatchObject({ targets_from: null })
  await member.call(api.tasks.update, { params: { id }, body: { start_row: 1 } })
  await runToSuccess(member, id)
  await enterValues(app.sheets, { spreadsheetId: source, range: 'A2:A3', values: [['11'], ['12']] })
  await runToSuccess(member, id)
  const wrong = await model.ask('undo_runs', { wave_id: 'x', value: 'North' })
  expect(wrong.said.problem).toContain('one task')
  expect(await confirm('undo_runs', { task_ids: [id], value: 'north' })).toMatchObject({ done_ids: [id] })
  await untilEnded(member, id)
  const read = async (tab: string) =>
    (await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: `${tab}!A2:A9` })).data.values
  expect([await read('North'), await read('South')]).toEqual([[['1']], [['12']]])
})
