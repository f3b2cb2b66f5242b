import { expect } from 'vitest'
import { csvJobs } from '#contract/csv-job.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { taskTable } from '#domain/csv/tables.ts'
import { addCsvJob } from '#server/csv/csv-job-rows.ts'
import { startCsvJobs } from '#server/csv/csv-jobs.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { test } from '#tests/support/shared-app.ts'

const TYPES_HEADER =
  'id,name,allowed_concurrent_tasks,depends_on,queue_delay_seconds,max_retries,retry_delay_seconds,chunk_size,alert_after_hours,skips_untouched,on_column_change,hold_loss_percent'

async function endOfJob(member: ApiClient, jobId: number) {
  return eventually({
    what: `job ${jobId} to end`,
    async read() {
      const { jobs } = await member.call(csvJobs.list, { query: {} })
      return jobs.find((job) => job.job_id === jobId)
    },
    until: (job) => job !== undefined && job.status !== 'running',
  })
}

test('importing an export of tasks changes nothing', async ({ emptyApp: app }) => {
  const { member, visitor } = app
  const type = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const body = { sync_task_type_id: type.id, name: '=1+1', source_ss_id: 'a', target_ss_id: 'b' }
  await member.call(tasks.create, { body })
  const response = await visitor.send(tasks.exportCsv, {})
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="sync_tasks_export.csv"')
  const content = await response.text()
  const emptyAfter = (column: string) => ','.repeat(taskTable.columns.length - 1 - taskTable.columns.indexOf(column))
  expect(content).toContain(",'=1+1,Masters,a,,b,,,,2000,1,,true,,false,")
  expect(await member.upload(tasks.importCsv, { name: 'tasks.csv', content })).toEqual({
    status: 'success',
    message: '0 tasks created, 0 updated, 1 unchanged.',
    created: 0,
    updated: 0,
    unchanged: 1,
    failed: 0,
    errors: [],
  })
  const others = emptyAfter('target_ss_id')
  const more = `${content},New,Masters,c,,d${others}\n,Bad,Nobody,e,,f${others}\n`
  expect(await member.upload(tasks.importCsv, { name: 'tasks.csv', content: more })).toMatchObject({
    status: 'partial_success',
    message: '1 task created, 0 updated, 1 unchanged. 1 row skipped: row 4: There is no task type "Nobody"',
    errors: [{ row: 4, message: 'There is no task type "Nobody"' }],
  })
})

test('an invalid task file is refused, and visitors cannot import', async ({ emptyApp: app }) => {
  const { member, visitor } = app
  for (const content of ['', 'id;name;task_type\n', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe])]) {
    for (const route of [tasks.importCsv, tasks.previewImport]) {
      await expect(member.upload(route, { name: 'tasks.csv', content })).rejects.toMatchObject({ status: 400 })
    }
  }
  await expect(
    visitor.upload(tasks.importCsv, { name: 'tasks.csv', content: 'task_type,source_ss_id,target_ss_id\n' }),
  ).rejects.toMatchObject({ status: 401 })
})

test('a job imports task types and reports the result, and the export contains them unchanged', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const content = [
    TYPES_HEADER,
    ',Ledger,2,Masters,5,1,30,500,,true,Follow,100',
    ",'=Masters,1,,0,3,60,2000,,,,",
    ',Masters,1,,0,3,60,2000,,false,hold,',
    ',Bad,0,,0,3,60,2000,,,,',
    '',
  ].join('\n')
  const { job_id } = await member.upload(taskTypes.importCsv, { name: 'Types.CSV', content })
  expect(await endOfJob(member, job_id)).toMatchObject({
    type: 'sync_task_type',
    direction: 'import',
    status: 'partial_success',
    file_name: 'Types.CSV',
    total_rows: 4,
    succeeded: 3,
    failed: 1,
    errors: [{ row: 5, message: 'Allowed concurrent tasks must be at least 1' }],
    finished_at: expect.any(String),
  })
  const exported = await member.send(taskTypes.exportCsv, {})
  expect(exported.headers.get('content-disposition')).toMatch(/filename="sync_task_types_export_\d{17}\.csv"/)
  const file = await exported.text()
  expect(file).toMatch(
    /^id,name,.*\n\d+,Ledger,2,Masters,5,1,30,500,,true,follow,100,.*\n\d+,'=Masters,1,,0,3,60,2000,,false,hold,30,.*\n\d+,Masters,1,,0,3,60,2000,,false,hold,30,.*\n$/,
  )
  const exportJob = await endOfJob(member, Number(exported.headers.get('x-csv-job-id')))
  expect(exportJob).toMatchObject({ direction: 'export', status: 'success', total_rows: 3, succeeded: 3 })

  const again = await member.upload(taskTypes.importCsv, { name: 'again.csv', content: file })
  expect(await endOfJob(member, again.job_id)).toMatchObject({ status: 'success', succeeded: 3, failed: 0 })
  expect(await (await member.send(taskTypes.exportCsv, {})).text()).toBe(file)
  expect((await member.call(csvJobs.list, { query: { limit: 2 } })).jobs).toHaveLength(2)
})

test('an invalid task type file is refused without creating a job', async ({ emptyApp: app }) => {
  const { member } = app
  await expect(member.upload(taskTypes.importCsv, { name: 'types.txt', content: TYPES_HEADER })).rejects.toMatchObject({
    status: 400,
    reply: { message: 'Please select a CSV file' },
  })
  await expect(member.upload(taskTypes.importCsv, { name: 'types.csv', content: 'color\n' })).rejects.toMatchObject({
    status: 400,
    reply: {
      message: 'Missing column "name". Unknown column "color". Use the latest exported file.',
    },
  })
  const large = new Uint8Array(11 * 1024 * 1024).fill(97)
  await expect(member.upload(taskTypes.importCsv, { name: 'types.csv', content: large })).rejects.toMatchObject({
    status: 413,
  })
  expect((await member.call(csvJobs.list, { query: {} })).jobs).toEqual([])
})

test('a job left behind by a crashed process ends in error at the next start', async ({ emptyApp: app }) => {
  const { context } = app
  const createdAt = context.now()
  const left = { type: 'sync_task_type', direction: 'import', fileName: 'types.csv', createdBy: 'ada' } as const
  const jobId = await addCsvJob(context.database.orm, { ...left, createdAt })
  await using _next = await startCsvJobs(context)
  expect(await endOfJob(app.member, jobId)).toMatchObject({
    status: 'error',
    errors: [{ row: 0, message: 'The server stopped before the import finished. Please import the file again.' }],
  })
})

test('a file name is stored without control characters and shortened', async ({ emptyApp: app }) => {
  const content = `${TYPES_HEADER}\n,Ledger,1,,0,3,60,2000,,\n`
  for (const name of ['ty\0pes.csv', `${'a'.repeat(300)}.csv`])
    await app.member.upload(taskTypes.importCsv, { name, content })
  const { jobs } = await app.member.call(csvJobs.list, { query: {} })
  expect(jobs.map((job) => job.file_name)).toEqual(['a'.repeat(200), 'types.csv'])
})
