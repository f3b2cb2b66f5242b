import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskStatus } from '#contract/task-progress.ts'
import { isInProgress, type RunStatus } from '#domain/runs/run-status.ts'
import { matchesSearch, searchWords } from '#domain/tasks/task-search.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { holds, runs, targetCopies } from '#server/storage/schema.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { idsOfMatchingTasks, type TaskFilter } from './matching-tasks.ts'

/** Letters whose lower case depends on the locale, and special characters of SQL patterns. */
const WORDS = [
  'Stock',
  'STORE',
  'Straße',
  'ÄRZTE',
  'İzmir',
  'ΟΔΟΣ',
  '\u212A',
  '日本',
  '50%',
  'a_b',
  "o'\\x",
  '\u{1D400}',
]
const text = fc.array(fc.constantFrom(...WORDS, 'of', '7'), { maxLength: 3 }).map((words) => words.join(' '))
const aTask = fc.record({
  name: text,
  source_sheet_name: text,
  target_sheet_name: text,
  source_ss_name: fc.option(text),
  target_ss_name: fc.option(text),
  notes: text,
  source_ss_id: fc.constantFrom('Sto-1', 'I_2'),
  target_values: fc.option(fc.uniqueArray(text.filter(Boolean), { minLength: 1, maxLength: 3 })),
})
const word = fc.constantFrom(
  ...WORDS,
  'sto',
  'k',
  'i',
  's',
  'ss',
  'σ',
  'ς',
  '_',
  '%',
  '\\',
  'Sto-1',
  'i_2',
  'target-3',
  'https://docs.google.com/spreadsheets/d/Sto-1/edit#gid=0',
)
const search = fc
  .array(fc.tuple(word, fc.boolean()), { minLength: 1, maxLength: 2 })
  .map((words) => words.map(([one, isLower]) => (isLower ? one.toLowerCase() : one)).join('  '))

test('a search finds exactly the tasks that the rule of the browser finds', { tags: ['long'] }, async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const counts = { found: 0, missed: 0 }
  const { numRuns } = propertyRuns({ few: 15, all: 40 })
  const property = fc.asyncProperty(fc.array(aTask, { minLength: 5, maxLength: 12 }), search, async (added, wanted) => {
    await cluster.orm.delete(tasks)
    const expected: number[] = []
    for (const [index, fields] of added.entries()) {
      const task = { ...fields, name: `${fields.name} ${index}`, target_ss_id: `Target-${index}` }
      const id = await cluster.addTask(typeId, {
        name: task.name,
        sourceSheetName: task.source_sheet_name,
        targetSheetName: task.target_sheet_name,
        sourceSsName: task.source_ss_name,
        targetSsName: task.target_ss_name,
        notes: task.notes,
        sourceSsId: task.source_ss_id,
        targetSsId: task.target_ss_id,
        splitBy: task.target_values ? 'Branch' : '',
        targets: (task.target_values ?? []).map((value) => {
          return { value, target_ss_id: 'file', target_sheet_name: value }
        }),
      })
      if (matchesSearch(task, searchWords(wanted))) expected.push(id)
    }
    counts.found += expected.length
    counts.missed += added.length - expected.length
    expect(await idsOfMatchingTasks(cluster.orm, { search: wanted })).toEqual(expected)
  })
  await fc.assert(property, { numRuns })
  expect(Math.min(counts.found, counts.missed)).toBeGreaterThan(numRuns / 2)
})

test('the status of a filter is the status that a task shows', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  for (const status of TaskStatus.options) {
    const taskId = await cluster.addTask(typeId)
    if (status !== 'Pending') await addRun(cluster.orm, { taskId, status })
    expect(await cluster.readStatus(taskId)).toBe(status)
    expect(await idsOfMatchingTasks(cluster.orm, { status })).toEqual([taskId])
  }
})

test('the server divides tasks in Warning as the browser does: held ones, and those whose run did not start', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const [held = 0, notRun = 0, copied = 0] = await cluster.addTasks(typeId, 3)
  await addRun(cluster.orm, { taskId: held, status: 'Warning' })
  await addRun(cluster.orm, { taskId: notRun, status: 'Warning' })
  await addRun(cluster.orm, { taskId: copied, status: 'Warning', startedAt: new Date() })
  await cluster.orm.insert(holds).values({ taskId: held, rules: [{ cause: 'source_empty' }], since: new Date() })
  expect(await idsOfMatchingTasks(cluster.orm, { warning: 'held' })).toEqual([held])
  expect(await idsOfMatchingTasks(cluster.orm, { warning: 'not_run' })).toEqual([notRun])
  expect(await idsOfMatchingTasks(cluster.orm, { warning: 'other' })).toEqual([copied])
  expect(await idsOfMatchingTasks(cluster.orm, { status: 'Warning' })).toEqual([held, notRun, copied])
})

test('active tasks and inactive tasks are found apart', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const active = await cluster.addTask(typeId)
  const inactive = await cluster.addTask(typeId, { isActive: false })
  expect(await idsOfMatchingTasks(cluster.orm, { isActive: true })).toEqual([active])
  expect(await idsOfMatchingTasks(cluster.orm, { isActive: false })).toEqual([inactive])
})

test('the tasks that write to a spreadsheet are found by its ID alone', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const writer = await cluster.addTask(typeId, { targetSsId: 'Orders' })
  await cluster.addTask(typeId, { sourceSsId: 'Orders', targetSsId: 'orders' })
  expect(await idsOfMatchingTasks(cluster.orm, { targetSsId: 'Orders' })).toEqual([writer])
  expect(await idsOfMatchingTasks(cluster.orm, { targetSsId: 'Other' })).toEqual([])
})

test('tasks are found by each of their several sources and targets', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const union = await cluster.addTask(typeId, { moreSources: [{ source_ss_id: 'Second', source_sheet_name: '' }] })
  const targets = ['North', 'South'].map((value) => ({ value, target_ss_id: `File ${value}`, target_sheet_name: '' }))
  const handingOut = await cluster.addTask(typeId, { splitBy: 'Branch', targetSsId: 'Cover', targets })
  const list = { ss_id: 'List', sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }
  const listing = await cluster.addTask(typeId, { splitBy: 'Branch', targetsFrom: list })
  const copy = { value: 'East', valueKey: 'east', targetSsId: 'File East', tab: 'East', place: '', left: {} }
  await cluster.orm.insert(targetCopies).values({ ...copy, taskId: listing })
  const found = (filter: TaskFilter) => idsOfMatchingTasks(cluster.orm, filter)
  expect(await found({ sourceSsId: 'Second' })).toEqual([union])
  expect(await found({ targetSsId: 'File South' })).toEqual([handingOut])
  expect(await found({ targetSsId: 'Cover' })).toEqual([])
  expect(await found({ targetSsId: 'File East' })).toEqual([listing])
})

async function addRun(
  orm: Orm,
  { taskId, status, startedAt }: { taskId: number; status: RunStatus; startedAt?: Date },
): Promise<void> {
  const at = new Date()
  const [run] = await orm
    .insert(runs)
    .values({
      taskId,
      status,
      waveId: randomUUID(),
      triggeredBy: 'jo@example.com',
      queuedAt: at,
      ...(startedAt && { startedAt }),
      endedAt: isInProgress(status) ? null : at,
    })
    .returning({ id: runs.id })
  await orm
    .update(tasks)
    .set({ currentRunId: run?.id ?? null })
    .where(eq(tasks.id, taskId))
}
