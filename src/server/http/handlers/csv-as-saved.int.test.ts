import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.member.call(api.taskTypes.create, { body: { name: 'Masters' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const BOM = '\ufeff'

function importTasks(content: string | Uint8Array<ArrayBuffer>) {
  return app.member.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
}

async function importTypes(content: string) {
  const { job_id } = await app.member.upload(api.taskTypes.importCsv, { name: 'types.csv', content })
  return eventually({
    what: 'the import to end',
    read: async () =>
      (await app.member.call(api.csvJobs.list, { query: {} })).jobs.find((job) => job.job_id === job_id),
    until: (job) => job !== undefined && job.status !== 'running',
  })
}

/** Rewrites a file as German Excel saves it: another separator, German words, empty columns at the end. */
function savedInGerman(file: string): string {
  const rows: string[][] = parse(file)
  const changed = rows.map((row) => [...row.map(inGerman), '', ''])
  return BOM + stringify(changed, { delimiter: ';', record_delimiter: '\r\n' })
}

function inGerman(field: string): string {
  if (field === 'true') return 'WAHR'
  return field === 'false' ? 'FALSCH' : field
}

test('exports that a spreadsheet program saved in another language change nothing', async () => {
  const [type] = await app.member.call(api.taskTypes.list)
  const ends = { source_ss_id: 'exported', target_ss_id: 'exported-target', target_sheet_name: 'a; b' }
  const schedule = { scheduled_times: ['04:00', '23:00'], holidays: ['2026-12-24', '2026-12-25'] }
  await app.member.call(api.tasks.create, {
    body: {
      sync_task_type_id: type?.id ?? 0,
      name: '=Exported',
      header: true,
      notes: 'a "b";\nc',
      ...ends,
      ...schedule,
    },
  })
  const exported = await (await app.member.send(api.tasks.exportCsv, {})).text()
  expect(await importTasks(savedInGerman(exported))).toMatchObject({ status: 'success', unchanged: 1, updated: 0 })
  const types = await (await app.member.send(api.taskTypes.exportCsv, {})).text()
  expect(await importTypes(savedInGerman(types))).toMatchObject({ status: 'success', succeeded: 1 })
  expect(await (await app.member.send(api.taskTypes.exportCsv, {})).text()).toBe(types)
})

const HEADER = ['ID', ' Name', 'task_type ', 'Source_SS_ID', 'target_ss_id', 'scheduled_times']

test.each([
  { what: 'semicolons', separator: ';', start: '' },
  { what: 'tabs', separator: '\t', start: BOM },
  { what: 'a line that names the separator', separator: '|', start: 'sep=|\r\n' },
])('tasks and types are imported from a file with $what', async ({ what, separator, start }) => {
  const row = ['', what, `Mas\u200bters`, `${what.length}s`, `${what.length}t`, '"04:00, 23:00"']
  const content = start + [HEADER, row].map((fields) => `${fields.join(separator)}${separator}\r\n`).join('')
  expect(await importTasks(content)).toMatchObject({ created: 1, failed: 0 })
  const types = ['Name,Depends_On', `First ${what},Second ${what}`, `Second ${what},Masters`]
  expect(await importTypes(start + types.join('\r\n').replaceAll(',', separator))).toMatchObject({
    succeeded: 2,
    failed: 0,
  })
  const listed = await app.member.call(api.taskTypes.list)
  expect(listed.find(({ name }) => name === `First ${what}`)?.dependency_chain).toEqual([
    'Masters',
    `Second ${what}`,
    `First ${what}`,
  ])
})

test('a file in UTF-16 is imported', async () => {
  const content = Buffer.from(`${BOM}${HEADER.join('\t')}\r\n\tÜber\tMasters\tus\tut\t\r\n`, 'utf16le')
  expect(await importTasks(new Uint8Array(content))).toMatchObject({ created: 1, failed: 0 })
})

test('a workbook and a column that is there twice are named', async () => {
  const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0])
  await expect(importTasks(workbook)).rejects.toMatchObject({
    status: 400,
    reply: { message: expect.stringContaining('workbook') },
  })
  await expect(importTasks(`${HEADER.join(';')};NAME\n`)).rejects.toMatchObject({
    reply: { message: expect.stringContaining('Repeated column "name"') },
  })
})
