import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Starts with three tasks that depend on a task with a missing source spreadsheet. */
async function startWithDependents(app: TestApp) {
  const masters = await app.member.call(api.taskTypes.create, {
    body: buildTaskTypeFields({ name: 'Masters', max_retries: 0 }),
  })
  const daily = await app.member.call(api.taskTypes.create, {
    body: buildTaskTypeFields({ name: 'Daily', depends_on_id: masters.id, max_retries: 0 }),
  })
  const add = async (typeId: number, name: string, source: string) => {
    const ids = { source_ss_id: source, target_ss_id: `target-of-${name.replace(' ', '-')}` }
    const body = buildTaskFields({ sync_task_type_id: typeId, name, ...ids, scheduled_times: [] })
    return (await app.member.call(api.tasks.create, { body })).id
  }
  const ledger = await add(masters.id, 'Ledger 1', 'gone')
  const dependents = []
  for (const name of ['North', 'South', 'West']) dependents.push(await add(daily.id, name, `source-of-${name}`))
  return { ledger, dependents, mastersId: masters.id }
}

async function untilIdle({ member }: TestApp): Promise<Task[]> {
  const list = async () => (await member.call(api.tasks.list, { query: {} })).syncTasks
  return await eventually({ what: 'no run', read: list, until: (all) => all.every((task) => !task.running_status) })
}

async function runAll(app: TestApp): Promise<Task[]> {
  await app.member.call(api.tasks.executeAll)
  return await untilIdle(app)
}

const listStatuses = (all: readonly Task[]) => all.map(({ name, task_status }) => [name, task_status])

test('a task that failed and those that did not run because of it are one incident, and run again with one call', async ({
  emptyApp: app,
}) => {
  const { ledger, dependents } = await startWithDependents(app)
  const ran = await runAll(app)
  expect(listStatuses(ran)).toEqual([
    ['Ledger 1', 'Error'],
    ['North', 'Warning'],
    ['South', 'Warning'],
    ['West', 'Warning'],
  ])
  expect(ran.map(({ stopped_count }) => stopped_count)).toEqual([3, 0, 0, 0])
  expect(ran[1]?.not_run_because).toEqual({ id: ledger, name: 'Ledger 1', task_type_name: 'Masters' })

  const { attention, summary } = await app.member.call(api.overview.get)
  expect(attention.counts).toEqual({ failed: 1, stuck: 0, held: 0, not_run: 3, warning: 0 })
  expect(attention.incidents_count).toBe(1)
  expect(attention.incidents).toMatchObject([
    {
      reason: 'failed',
      cause: 'not_found',
      message: expect.stringContaining('was not found'),
      tasks: [{ id: ledger, name: 'Ledger 1', task_type_name: 'Masters', run_id: ran[0]?.recent_runs.at(-1)?.id }],
      owners: ['ada@example.com'],
      tasks_count: 1,
      stopped_count: 3,
    },
  ])
  expect(summary).toEqual({
    tasks_count: 4,
    up_to_date: 0,
    never_run: 0,
    not_run_because: { id: ledger, name: 'Ledger 1', task_type_name: 'Masters' },
  })

  const before = (await app.member.call(api.activity.list, { query: {} })).entries.length
  const again = await app.member.call(api.incidents.runAgain, { params: { id: dependents[1] ?? 0 } })
  expect(again).toEqual({ status: 'success', message: '4 tasks queued.' })
  const [entry, ...others] = (await app.member.call(api.activity.list, { query: {} })).entries
  expect(others).toHaveLength(before)
  expect(entry).toMatchObject({
    kind: 'run_requested',
    subject: 'Ledger 1 (Masters) failed; 3 tasks did not run because of it',
    count: 4,
  })
  expect(new Set(entry?.task_ids)).toEqual(new Set([ledger, ...dependents]))
  await untilIdle(app)
})

test('what did not run is offered once its prerequisite works again, or was stopped', async ({ emptyApp: app }) => {
  const { ledger, dependents } = await startWithDependents(app)
  await runAll(app)
  const spreadsheet = await createSpreadsheet(app.sheets, { values: [['id'], [1]] })
  await app.member.call(api.tasks.update, {
    params: { id: ledger },
    body: { source_ss_id: spreadsheet, target_ss_id: await createSpreadsheet(app.sheets) },
  })
  await app.member.call(api.tasks.execute, { params: { id: ledger }, body: {} })
  expect(listStatuses(await untilIdle(app))[0]).toEqual(['Ledger 1', 'Success'])
  const { attention } = await app.member.call(api.overview.get)
  expect(attention.incidents).toMatchObject([
    {
      reason: 'not_run',
      cause: 'not_run',
      message: "Not run: its prerequisite 'Ledger 1' (Masters) ended in an error.",
      tasks_count: 3,
      stopped_count: 0,
      stopped_by: { id: ledger, name: 'Ledger 1' },
    },
  ])
  // The prerequisite has copied since: only the blocked tasks are left to run.
  const again = await app.member.call(api.incidents.runAgain, { params: { id: ledger } })
  expect(again.message).toBe('3 tasks queued.')
  const ended = await untilIdle(app)
  expect(ended.filter(({ not_run_because }) => not_run_because !== null)).toEqual([])
  expect(dependents).toHaveLength(3)
})

test('a task that has nothing to run again says so', async ({ emptyApp: app }) => {
  const { ledger } = await startWithDependents(app)
  expect(await app.member.call(api.incidents.runAgain, { params: { id: ledger } })).toEqual({
    status: 'warning',
    message: 'Nothing to run again: it has run since, or is still in progress.',
  })
})
