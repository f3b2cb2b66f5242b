import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const enter = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })

async function readValues(spreadsheetId: string): Promise<unknown[][]> {
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range: 'A1:D9' })).data.values ?? []
}

const newSpreadsheet = (values: unknown[][]) => createSpreadsheet(app.sheets, { values, isEntered: true })

const BEFORE = [['id'], ['old']]
const COPIED = [['id'], ['new']]

/** Creates tasks of a single type that have not run. */
async function newTasks(count: number) {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const tasks: { id: number; source: string; target: string }[] = []
  for (let index = 0; index < count; index++) {
    const [source, target] = [await newSpreadsheet(COPIED), await newSpreadsheet(BEFORE)]
    const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
    const body = buildTaskFields({ sync_task_type_id: type.id, ...places })
    tasks.push({ id: (await app.member.call(api.tasks.create, { body })).id, source, target })
  }
  return tasks
}

async function runTogether(tasks: readonly { id: number }[]): Promise<void> {
  const task_ids = tasks.map(({ id }) => id)
  await app.member.call(api.selectedTasks.execute, { body: { task_ids } })
  for (const id of task_ids) await untilEnded(app.member, id)
}

const preview = (body: { wave_id?: string; task_ids?: number[] }) => app.member.call(api.undos.preview, { body })

async function undo(undos: readonly { task_id: number; run_id: number }[]) {
  const body = { undos: undos.map(({ task_id, run_id }) => ({ task_id, run_id })) }
  const outcome = await app.member.call(api.undos.create, { body })
  for (const id of outcome.done_ids) await untilEnded(app.member, id)
  return outcome
}

test('the last runs of selected tasks are undone together, and edits made since stay', async () => {
  const tasks = await newTasks(3)
  const ids = tasks.map(({ id }) => id)
  await runTogether(tasks)
  const [first, second, third] = tasks
  await enter(second?.target ?? '', 'A2', [['edited']])

  const shown = await preview({ task_ids: ids })
  expect(shown).toMatchObject({ cells: 3, refused: [] })
  expect(shown.undos.map(({ task_id, cells, later_runs }) => ({ task_id, cells, later_runs }))).toEqual(
    ids.map((task_id) => ({ task_id, cells: 1, later_runs: 0 })),
  )
  expect(await undo(shown.undos)).toEqual({ done_ids: ids, refused: [] })

  expect(await readValues(first?.target ?? '')).toEqual(BEFORE)
  expect(await readValues(second?.target ?? '')).toEqual([['id'], ['edited']])
  expect(await readValues(third?.target ?? '')).toEqual(BEFORE)
  const { entries } = await app.member.call(api.activity.list, { query: { kind: 'undo_requested' } })
  expect(entries[0]).toMatchObject({ subject: '3 tasks', count: 3 })
})

test('a wave is undone with the later runs of its tasks; tasks that it did not change stay as they are', async () => {
  const [changed, unchanged] = await newTasks(2)
  if (!changed || !unchanged) throw new Error('Two tasks are needed')
  await enter(unchanged.target, 'A2', [['new']])
  await runTogether([changed, unchanged])
  const wave = await waveOfLastRun(changed.id)
  await enter(changed.source, 'A3', [['newer']])
  await runToSuccess(app.member, changed.id)

  const shown = await preview({ wave_id: wave })
  expect(shown).toMatchObject({ undos: [{ task_id: changed.id, later_runs: 1, cells: 2 }], cells: 2, refused: [] })
  await undo(shown.undos)
  expect(await readValues(changed.target)).toEqual(BEFORE)
  expect(await preview({ task_ids: [changed.id] })).toMatchObject({
    undos: [],
    refused: [{ task_id: changed.id, reason: 'Its last change was an undo.' }],
  })
})

async function waveOfLastRun(taskId: number): Promise<string> {
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: taskId, limit: 1 } })
  return runs[0]?.wave_id ?? ''
}

test('a run that cannot be undone is listed with the reason, and refused again when it is sent', async () => {
  const [task, moved] = await newTasks(2)
  if (!task || !moved) throw new Error('Two tasks are needed')
  await runTogether([task, moved])
  const elsewhere = await newSpreadsheet(BEFORE)
  await app.member.call(api.tasks.update, { params: { id: moved.id }, body: { target_ss_id: elsewhere } })

  const shown = await preview({ task_ids: [task.id, moved.id] })
  expect(shown.undos).toMatchObject([{ task_id: task.id }])
  expect(shown.refused).toMatchObject([{ task_id: moved.id, reason: expect.stringContaining('another spreadsheet') }])
  expect(await undo([...shown.undos, ...shown.refused])).toMatchObject({
    done_ids: [task.id],
    refused: [{ task_id: moved.id, reason: expect.stringContaining('another spreadsheet') }],
  })
})

test.each([
  [{}, 'wave_id'],
  [{ wave_id: 'tonight' }, 'wave_id'],
  [{ task_ids: [] }, 'task_ids'],
])('%j is refused with the field', async (body, field) => {
  const reply = await app.member.send(api.undos.preview, { body })
  expect(reply.status).toBe(400)
  expect((await reply.json()).fields).toHaveProperty(field)
})
