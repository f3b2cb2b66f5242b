import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'

test.beforeEach(({ page }) => page.goto('/import_export'))

test('exporting all tasks and importing the file again changes nothing', async ({ page }) => {
  const { exportCsv, importCsv, picker, result } = elementsOn(page)
  const download = page.waitForEvent('download')
  await exportCsv.click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('sync_tasks_export.csv')
  const content = await readFile(await saved.path(), 'utf8')
  expect(content).toContain('Departures')

  await expect(importCsv).toBeDisabled()
  await picker.setInputFiles(csvFile(content))
  await expect(page.getByText('tasks.csv', { exact: true })).toBeVisible()
  await importCsv.click()
  await expect(toast(page, /^0 tasks created, 0 updated, \d+ unchanged\.$/)).toBeVisible()
  await expect(result.getByRole('definition')).toHaveText(['0', '0', /^[1-9]\d*$/, '0'])
  await expect(importCsv).toBeDisabled()

  await withMockReply(page, { route: api.tasks.exportCsv, reply: unreadableError(500) }, async () => {
    await exportCsv.press('Enter')
    await expect(toast(page, 'Failed to export sync tasks. Please try again.')).toBeVisible()
  })
})

test('an import reports created and skipped rows separately', async ({ page, client }) => {
  for (const warning of [/existing ID update/, /new IDs are generated/, /latest exported file/]) {
    await expect(page.getByText(warning)).toBeVisible()
  }
  const { importCsv, picker, result } = elementsOn(page)
  const rows = [
    'id,name,task_type,source_ss_id,target_ss_id,start_row',
    '987654,Glacier,Archive,glacier-source,glacier-target,1',
    ',Glacier low,Archive,glacier-low,glacier-target,0',
    ',Glacier lost,No such type,glacier-lost,glacier-target,1',
  ]
  await picker.setInputFiles(csvFile(rows.join('\n')))
  await importCsv.click()
  await expect(toast(page, /^1 task created, 0 updated\. 2 rows skipped/)).toBeVisible()
  await expect(result.getByRole('definition')).toHaveText(['1', '0', '0', '2'])
  await expect(result.getByRole('row')).toHaveText([
    'RowNameColumnValue',
    'Start row must be at least 1 1 row',
    '3Glacier lowstart_row0',
    'There is no task type "No such type" 1 row',
    '4Glacier losttask_typeNo such type',
  ])
  const download = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Download skipped rows' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('skipped_rows.csv')
  expect(await readFile(await saved.path(), 'utf8')).toBe([rows[0], rows[2], rows[3]].join('\n'))
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const made = syncTasks.find((task) => task.name === 'Glacier')
  expect(made?.id).not.toBe(987654)
  if (made) await client.call(api.tasks.remove, { params: { id: made.id } })

  await picker.setInputFiles(csvFile('color\nred\n'))
  await importCsv.click()
  await expect(toast(page, /^Import failed: Missing columns /)).toBeVisible()
})

test('a preview lists each change before anything is imported, and Cancel drops the file', async ({ page, client }) => {
  const { importCsv, preview, cancel, picker, plan } = elementsOn(page)
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const task = syncTasks.find(({ name }) => name === 'Departures')
  if (!task) throw new Error('There is no sample task')
  const rows = [
    'id,name,task_type,source_ss_id,target_ss_id',
    `${task.id},Departures of today,${task.task_type.name},${task.source_ss_id},${task.target_ss_id}`,
    `,Planned only,${task.task_type.name},planned-source,planned-target`,
    ',Lost,No such type,lost-source,lost-target',
  ]
  await expect(preview).toBeDisabled()
  await picker.setInputFiles(csvFile(rows.join('\n')))
  await preview.click()
  await expect(plan.getByRole('definition')).toHaveText(['1', '1', '0', '1', 'DeparturesDepartures of today'])
  await expect(plan.getByRole('table').first().getByRole('row')).toHaveText([
    'RowNameColumnValue',
    'There is no task type "No such type" 1 row',
    '4Losttask_typeNo such type',
  ])
  await expect(plan.getByRole('table').last().getByRole('row')).toHaveText([
    /^Row/,
    /^2ChangeDeparturesNameDeparturesDepartures of today$/,
    /^3CreatePlanned only$/,
  ])
  await cancel.click()
  await expect(plan).toBeHidden()
  await expect(importCsv).toBeDisabled()
  const { syncTasks: after } = await client.call(api.tasks.list, { query: {} })
  expect(after.map(({ name }) => name)).toEqual(syncTasks.map(({ name }) => name))

  await picker.setInputFiles(csvFile('color\nred\n'))
  await preview.click()
  await expect(toast(page, /^Missing columns /)).toBeVisible()
})

test('a preview that arrives after another file was chosen is not shown beside that one', async ({ page }) => {
  const { preview, picker, plan } = elementsOn(page)
  const { promise: isChosen, resolve } = Promise.withResolvers<void>()
  await page.route(`**${api.tasks.previewImport.path}`, async (call) => {
    await isChosen
    await call.fallback()
  })
  const fileNamed = (name: string) => ({
    ...csvFile(`name,task_type,source_ss_id,target_ss_id\n${name},Archive,${name}-source,${name}-target`),
    name: `${name}.csv`,
  })
  await picker.setInputFiles(fileNamed('first'))
  await preview.click()
  await expect(preview).toHaveAttribute('aria-busy', 'true')
  await picker.setInputFiles(fileNamed('second'))
  await expect(page.getByText('second.csv', { exact: true })).toBeVisible()
  resolve()
  await expect(preview).not.toHaveAttribute('aria-busy')
  await expect(plan).toHaveCount(0)
  await preview.click()
  await expect(plan.getByRole('row').last()).toHaveText(/^2Createsecond$/)
})

test('times and days in other words are quoted, and the error says what to write', async ({ page }) => {
  const { preview, picker, plan } = elementsOn(page)
  const rows = [
    'name,task_type,source_ss_id,target_ss_id,scheduled_times,schedule_days',
    'Early,Archive,early-source,early-target,4am,',
    'Working,Archive,working-source,working-target,,Mon-Fri',
    'Later,Archive,later-source,later-target,4am,',
  ]
  await picker.setInputFiles(csvFile(rows.join('\n')))
  await preview.click()
  await expect(plan.getByRole('table').first().getByRole('row')).toHaveText([
    'RowNameColumnValue',
    '"4am" is not a time: write 04:00 2 rows',
    '2Earlyscheduled_times4am',
    '4Laterscheduled_times4am',
    '"Mon-Fri" is not a day: write Mon, Tue, Wed, Thu, Fri 1 row',
    '3Workingschedule_daysMon-Fri',
  ])
  await expectAccessible(page, 'preview with skipped rows')
})

test('the columns are listed, and the example can be imported', async ({ page, client }) => {
  const { importCsv, picker, result } = elementsOn(page)
  const columns = page.getByRole('region', { name: 'Columns' })
  await expect(columns).toContainText('A file needs task_type, source_ss_id and target_ss_id.')
  await expect(columns.getByRole('row', { name: /^schedule_days/ })).toContainText('Empty: every day.')
  const pressed = Promise.withResolvers<void>()
  await page.route(`**${api.taskTypes.list.path}`, async (call) => {
    await pressed.promise
    await call.continue()
  })
  await page.reload()
  const download = page.waitForEvent('download')
  await columns.getByRole('button', { name: 'Download example' }).click()
  pressed.resolve()
  const example = await readFile(await (await download).path(), 'utf8')
  await picker.setInputFiles(csvFile(example))
  await importCsv.click()
  await expect(result.getByRole('definition')).toHaveText(['1', '0', '0', '0'])
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const made = syncTasks.find(({ source_ss_id }) => source_ss_id === 'source-spreadsheet-id')
  expect(made).toMatchObject({ name: 'Ledger 1', scheduled_times: ['04:00', '23:00'], schedule_days: ['Mon', 'Fri'] })
  if (made) await client.call(api.tasks.remove, { params: { id: made.id } })
})

function elementsOn(page: Page) {
  return {
    exportCsv: page.getByRole('button', { name: 'Export as CSV' }),
    importCsv: page.getByRole('button', { name: 'Import CSV' }),
    preview: page.getByRole('button', { name: 'Preview changes' }),
    cancel: page.getByRole('button', { name: 'Cancel' }),
    plan: page.getByRole('region', { name: 'Import preview' }),
    picker: page.locator('input[type="file"]'),
    drop: page.getByLabel('Drop a CSV file here, or click to choose one').first(),
    result: page.getByRole('region', { name: 'Import', exact: true }),
  }
}

function csvFile(content: string, name = 'tasks.csv') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
}
