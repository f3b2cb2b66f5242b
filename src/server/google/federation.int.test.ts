import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ExternalApp, startExternalApp } from '#tests/support/external-app.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { startTokenService } from '#tests/support/token-service.ts'

const ANN = 'ann@example.com'
const DRIVE_TOKEN = 'robot:drive.metadata.readonly'

async function drive(
  { emulator }: ExternalApp,
  path: string,
  { method, body = {} }: { method: string; body?: object },
) {
  const headers = { 'content-type': 'application/json' }
  const url = `${emulator.url}/drive/v3/files${path}`
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as { id: string }
}

async function createTask(external: ExternalApp, ann: Awaited<ReturnType<ExternalApp['signedIn']>>, fields: object) {
  const type = await ann.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) })
  const [source_ss_id, target_ss_id] = [await external.spreadsheet(), await external.spreadsheet()]
  return await ann.call(api.tasks.create, {
    body: { sync_task_type_id: type.id, source_ss_id, target_ss_id, ...fields },
  })
}

test('with a federation file, spreadsheets are listed to choose from', async () => {
  await using service = await startTokenService()
  await using external = await startExternalApp(service.env)
  const ann = await external.signedIn(ANN)
  const id = await external.spreadsheet()
  const found = await ann.call(api.spreadsheets.search, { query: {} })
  expect(found.problem).toBeNull()
  expect(found.files.map((file) => file.id)).toContain(id)
  const asked = external.emulator.requests.entries.filter(({ path }) => path.startsWith('/drive/'))
  expect(new Set(asked.map(({ account }) => account))).toEqual(new Set([DRIVE_TOKEN]))
})

test('with a federation file, the spreadsheets of a folder are sources', async () => {
  await using service = await startTokenService()
  await using external = await startExternalApp(service.env)
  const ann = await external.signedIn(ANN)
  const mimeType = 'application/vnd.google-apps.folder'
  const folder = await drive(external, '', { method: 'POST', body: { name: 'Branches', mimeType } })
  const branch = await external.spreadsheet()
  await drive(external, `/${branch}?addParents=${folder.id}&removeParents=root`, { method: 'PATCH' })
  const { id, source_ss_id, target_ss_id } = await createTask(external, ann, {
    more_sources: [{ folder_id: folder.id }],
  })
  await external.write(branch, ['Code', 'of the branch'])
  expect(await runToEnd(ann, id)).toMatchObject({ task_status: 'Success' })
  const copied = await fetch(`${external.emulator.url}/v4/spreadsheets/${target_ss_id}/values/A1:A9`)
  expect(await copied.json()).toMatchObject({ values: [['Code'], [source_ss_id], ['of the branch']] })
})

test('with a federation file, an edit of the source runs a task', async () => {
  await using service = await startTokenService()
  await using external = await startExternalApp(service.env, { watchTickMs: 50 })
  const ann = await external.signedIn(ANN)
  const task = await createTask(external, ann, { on_edit: true, on_edit_pause_minutes: 1 })
  expect(task).toMatchObject({ on_edit_problem: null, warnings: [] })
  const readTrigger = async () => (await ann.call(api.tasks.get, { params: { id: task.id } })).last_triggered
  await eventually({
    what: 'a copy after an edit',
    read: async () => {
      await external.write(task.source_ss_id, ['Code', String(Math.random())])
      external.advanceTime(2 * MINUTE_MS)
      return await readTrigger()
    },
    until: (triggered) => triggered?.triggered_by === 'Edit of the source',
  })
})

test('where Google refuses the scope for Drive, copies work, and each place names the scope', async () => {
  const refuse = (scope: string) =>
    scope.includes('drive')
      ? { status: 400, body: { error: 'invalid_scope', error_description: 'Not allowed.' } }
      : undefined
  await using service = await startTokenService({ refuse })
  await using external = await startExternalApp(service.env)
  const ann = await external.signedIn(ANN)
  const named = expect.stringMatching(/may not ask Google Drive about files.*--service-account/)
  const task = await createTask(external, ann, { on_edit: true })
  expect(task).toMatchObject({ on_edit_problem: named, warnings: [named] })
  expect(await ann.call(api.spreadsheets.search, { query: {} })).toMatchObject({
    problem: 'scope_missing',
    detail: expect.stringContaining('--service-account'),
  })
  const body = { more_sources: [{ folder_id: '1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7' }] }
  expect(await runToEnd(ann, task.id)).toMatchObject({ task_status: 'Success' })
  external.advanceTime(HOUR_MS)
  await ann.call(api.tasks.update, { params: { id: task.id }, body })
  const { log } = await external.run(ann, task.id)
  expect(log.join('\n')).toMatch(/--service-account.*name the spreadsheets themselves/)
})
