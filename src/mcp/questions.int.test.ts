import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { connectModel, type ModelAnswer, type ScriptedModel } from '#tests/support/scripted-model.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let model: ScriptedModel
let typeId: number
/** Offset of the app's clock. */
let shiftMs = 0

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers', max_retries: 0 } })).id
  const { token } = await app.member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'manage' } })
  model = await connectModel({ url: app.url, token })
})
afterAll(async () => {
  await model[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const newSheet = (title: string, values: string[][]) => createSpreadsheet(app.sheets, { title, tabs: ['Data'], values })
const enter = (spreadsheetId: string, values: string[][]) => enterValues(app.sheets, { spreadsheetId, values })

async function readValues(spreadsheetId: string): Promise<unknown> {
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range: 'Data' })).data.values
}

const ROWS = [['id'], ['new']]

async function newTask(name: string, fields: { fresh_within_minutes?: number } = {}) {
  const source = await newSheet(`${name} source`, ROWS)
  const target = await newSheet(name, [['id'], ['old']])
  const places = { source_ss_id: source, source_sheet_name: 'Data', target_ss_id: target, target_sheet_name: 'Data' }
  const body = { name: `Copy of ${name}`, sync_task_type_id: typeId, ...places, ...fields }
  const { id } = await app.member.call(api.tasks.create, { body })
  return { id, source, target }
}

/** The quoted name or the link in a question. */
function quoted(question: string, index = 0): string {
  return (
    [...question.matchAll(/'([^']*)'|(https?:\S+?)[?.]?(?=\s|$)/g)].map(([, name, link]) => name ?? link ?? '')[
      index
    ] ?? ''
  )
}

async function confirmed(
  tool: string,
  args: Record<string, unknown>,
): Promise<{ first: ModelAnswer; second: ModelAnswer }> {
  const first = await model.ask(tool, args)
  return { first, second: await model.ask(tool, { ...args, confirmation: first.said.confirmation }) }
}

describe('why is a sheet old', () => {
  beforeAll(async () => {
    const { id } = await newTask('Masters', { fresh_within_minutes: 60 })
    await runToSuccess(app.member, id)
    await app.member.call(api.tasks.update, { params: { id }, body: { source_sheet_name: 'Nowhere' } })
    await runToEnd(app.member, id)
  })

  test.each([
    "Why is the sheet 'Masters' old?",
    "The spreadsheet 'Masters' is not fresh. Why?",
    "Tell me why 'Masters' is old, although it writes every day",
  ])('%s', async (question) => {
    shiftMs = 2 * HOUR_MS
    const { said } = await model.ask(model.findTool(question), { spreadsheet: quoted(question) })
    expect(said).toMatchObject({
      is_fresh: false,
      tasks_that_write_to_it: [{ why: expect.stringContaining('later than promised') }],
    })
    const explained = await model.ask(model.findTool('why is a task as it is, log'), {
      task_id: said.tasks_that_write_to_it[0].id,
    })
    expect(explained.text).toContain("'Nowhere'")
    shiftMs = 0
  })
})

describe('is it fresh', () => {
  let target: string
  beforeAll(async () => {
    const task = await newTask('Prices', { fresh_within_minutes: 600 })
    target = task.target
    await runToSuccess(app.member, task.id)
    await app.sheets.spreadsheets.values.clear({ spreadsheetId: task.source, range: 'Data' })
    await runToEnd(app.member, task.id)
  })

  test.each(["Is 'Prices' fresh?", 'Is the spreadsheet LINK fresh or old?', "Does the sheet 'ID' keep its promise?"])(
    '%s, although the last run was held',
    async (template) => {
      const link = `https://docs.google.com/spreadsheets/d/${target}/edit#gid=0`
      const question = template.replace('LINK', link).replace('ID', target)
      const { said } = await model.ask(model.findTool(question), { spreadsheet: quoted(question) })
      expect(said).toMatchObject({ is_fresh: true, tasks_that_write_to_it: [{ status: 'Warning' }] })
    },
  )

  test.each(["Is 'asdf qwer' fresh?", "Is the sheet '7' old?", "Is '!!' fresh?"])(
    '%s is answered with a sentence',
    async (question) => {
      const { said } = await model.ask(model.findTool(question), { spreadsheet: quoted(question) })
      expect(said.problem).toMatch(/^No task writes to a spreadsheet with this title/)
    },
  )

  test('a spreadsheet that tasks only read is not called unknown', async () => {
    expect((await model.ask('is_sheet_fresh', { spreadsheet: 'Prices source' })).said.problem).toContain(
      'tasks only read it',
    )
  })
})

test.each([
  'What is wrong this morning?',
  'Which tasks failed last night?',
  'Is anything stuck or held, and what needs a person now?',
])('%s', async (question) => {
  const { id } = await newTask(`Broken ${question.length}`)
  await app.member.call(api.tasks.update, { params: { id }, body: { source_sheet_name: 'Nowhere' } })
  await runToEnd(app.member, id)
  const { said } = await model.ask(model.findTool(question))
  expect(said.attention.incidents[0].tasks.length).toBeGreaterThan(0)
  expect(said).toMatchObject({ last_night: expect.any(Object), task_page: `${app.url}/sync_tasks/{id}` })
})

test.each([
  "Copy the tab 'Data' of 'Shop' to 'Accounting' every morning at 07:00, but only rows with 'Status = open'",
  "Create a task that copies the tab 'Data' of the spreadsheet 'Shop' to the spreadsheet 'Accounting' each morning at 06:30, only rows with 'Status = open'",
  "Each morning at 07:15 I want the tab 'Data' of the file 'Shop' to be copied to another spreadsheet, 'Accounting', only 'Status = open' of its rows",
])('%s', async (question) => {
  const [tab, shop, accounting, rows] = [0, 1, 2, 3].map((index) => quoted(question, index))
  const unique = ` ${question.length}`
  await newSheet(`${shop}${unique}`, [
    ['Order', 'Status'],
    ['1', 'open'],
    ['2', 'paid'],
  ])
  const target = await newSheet(`${accounting}${unique}`, [])
  const tool = model.findTool(question)
  const files = { source: `${shop}${unique}`, target: `${accounting}${unique}` }
  const { said: withoutType } = await model.ask(tool, files)
  const type = withoutType.task_types.at(-1)
  const args = { ...files, type, source_tab: tab, target_tab: tab, scheduled_times: question.match(/\d\d:\d\d/g), rows }
  const wrongTab = await model.ask(tool, { ...args, source_tab: 'Date' })
  expect(wrongTab.said).toMatchObject({
    problem: expect.stringContaining('no tab'),
    missing: ['Date'],
    source_spreadsheet: { tabs: ['Data'] },
  })
  const { second } = await confirmed(tool, args)
  const task_id = second.said.created.id
  expect(second.said.created).toMatchObject({ is_active: false, page: `${app.url}/sync_tasks/${task_id}` })
  const { second: activated } = await confirmed(model.findTool('change a field of a task, whether it is active'), {
    task_id,
    is_active: true,
  })
  expect(activated.said.changed).toMatchObject({ is_active: true, next_run_at: expect.any(String) })
  await runToSuccess(app.member, task_id)
  expect(await readValues(target)).toEqual([
    ['Order', 'Status'],
    ['1', 'open'],
  ])
})

test.each([
  "Run 'Orders' now and tell me when it is done",
  "Please run the task 'Orders' and say once it is done",
  "Run 'Orders' now, and show me its preview before I agree",
])('%s', async (template) => {
  const name = `Orders ${template.length}`
  const question = template.replace('Orders', name)
  const { id, target } = await newTask(name)
  const tool = model.findTool(question)
  const { said } = await model.ask(model.findTool('find tasks by words'), { search: quoted(question) })
  const task_ids = [said.tasks[0].id]
  const first = await model.ask(tool, { task_ids })
  const { preview_id, confirmation, nothing_has_changed_yet } = first.said
  expect(nothing_has_changed_yet).toContain(String(preview_id))
  const done = await model.ask(tool, { task_ids, preview_id, confirmation })
  expect(done.said).toMatchObject({
    is_done: true,
    runs: [{ task_id: id, status: 'Success', page: expect.stringContaining('/runs/') }],
  })
  expect(await readValues(target)).toEqual(ROWS)
  const waited = await model.ask(model.findTool('wait until the run is done'), { task_id: id, until_done: true })
  expect(waited.said).toMatchObject({ is_done: true })
})

/** Runs two new tasks together, as if at another time. */
async function runWave(name: string, at: Date) {
  const made = [await newTask(`${name} a`), await newTask(`${name} b`)]
  const ids = made.map(({ id }) => id)
  await app.member.call(api.selectedTasks.execute, { body: { task_ids: ids } })
  for (const id of ids) await untilEnded(app.member, id)
  const times = { queuedAt: at, startedAt: at, endedAt: at }
  await app.context.database.orm.update(runs).set(times).where(inArray(runs.taskId, ids))
  return made
}

/** Nights asked about: each has the newest wave of the last one. */
let nights = 0

test.each(['Undo last night', 'Undo what the runs of last night changed', "Please undo last night's runs"])(
  '%s',
  async (question) => {
    nights += 1
    const { last_night } = (await model.ask(model.findTool('what is wrong, and how last night went'))).said
    const [from, to] = [Date.parse(last_night.from), Date.parse(last_night.to)]
    const isOver = to < Date.now() - HOUR_MS
    const night = await runWave(`Night ${nights}`, new Date(to - HOUR_MS + nights * MINUTE_MS))
    const other = await runWave(`Day ${nights}`, new Date(isOver ? Date.now() : from - MINUTE_MS))
    const { said } = await model.ask(model.findTool('list the waves of runs started together'))
    const isOfNight = ({ at, is_undo }: { at: string; is_undo?: boolean }) =>
      is_undo !== true && Date.parse(at) >= from && Date.parse(at) <= to
    const { first, second } = await confirmed(model.findTool(question), {
      wave_id: said.waves.find(isOfNight).wave_id,
    })
    expect(first.said).toMatchObject({ cells: 2, would_undo: night.map(({ id }) => ({ task_id: id, cells: 1 })) })
    expect(second.said.done_ids).toEqual(night.map(({ id }) => id))
    for (const { id } of night) await untilEnded(app.member, id)
    for (const { target } of night) expect(await readValues(target)).toEqual([['id'], ['old']])
    for (const { target } of other) expect(await readValues(target)).toEqual(ROWS)
  },
)

test('an undo is confirmed for the runs that were shown, and no others', async () => {
  const task = await newTask('Raced')
  await runToSuccess(app.member, task.id)
  const args = { task_ids: [task.id] }
  const first = await model.ask('undo_runs', args)
  await enter(task.source, [['id'], ['newer']])
  await runToSuccess(app.member, task.id)
  const second = await model.ask('undo_runs', { ...args, confirmation: first.said.confirmation })
  expect(second.said.problem).toContain('what it showed has changed')
  expect(await readValues(task.target)).toEqual([['id'], ['newer']])
})

test.each([
  "What changed in 'Stock' since yesterday, and who changed the task?",
  "Show me what changed in the spreadsheet 'Stock' since yesterday and who did it",
  "Who changed the task of 'Stock', and which cells changed since yesterday?",
])('%s', async (template) => {
  const name = `Stock ${template.length}`
  const question = template.replace('Stock', name)
  const { id } = await newTask(name)
  await runToSuccess(app.member, id)
  await app.member.call(api.tasks.update, { params: { id }, body: { notes: 'by hand' } })
  const { said } = await model.ask(model.findTool(question), {
    spreadsheet: quoted(question),
    since: /since (\w+)/.exec(question)?.[1],
  })
  expect(said.runs).toMatchObject([
    { task_id: id, cells_changed: 1, first_cells: [{ cell: 'id, row 2', before: 'old', after: 'new' }] },
  ])
  expect(said.task_changes).toContainEqual(
    expect.objectContaining({ who: MEMBER_EMAIL, changes: [{ field: 'notes', before: '', after: 'by hand' }] }),
  )
})

test.each([
  'Stop everything until Monday',
  'Pause everything, nothing must run until Monday',
  'Stop all runs and schedules until Monday',
])('%s', async (question) => {
  const tool = model.findTool(question)
  const { first, second } = await confirmed(tool, { until: question.split('until ')[1], stop_running: true })
  expect(await app.member.call(api.pauses.get)).toMatchObject({ pause: { set_by: MEMBER_EMAIL } })
  expect(first.said.would_pause).toMatchObject({
    until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    stop_running: true,
  })
  expect(new Date(second.said.pause.until).getTime()).toBeGreaterThan(Date.now())
  expect((await model.ask(model.findTool('what is wrong'))).said.pause).toMatchObject({ set_by: MEMBER_EMAIL })
  await confirmed(model.findTool('end the pause, waiting runs start'), {})
  expect(await app.member.call(api.pauses.get)).toEqual({ pause: null })
})

test('a pause is not confirmed for another end', async () => {
  const first = await model.ask('pause_everything', { until: 'Monday' })
  const second = await model.ask('pause_everything', { until: 'Tuesday', confirmation: first.said.confirmation })
  expect(second.said.problem).toContain('first call')
  expect(await app.member.call(api.pauses.get)).toEqual({ pause: null })
})

test('a list of 100 tasks stays under 4,000 tokens, also when all are late and have long names', async () => {
  const { orm } = app.context.database
  const at = new Date(Date.now() - 50 * HOUR_MS)
  for (let index = 0; index < 10; index += 1) {
    const type = { name: `Monthly reports of branches, ${index}`, fresh_within_minutes: 60 }
    await app.member.call(api.taskTypes.create, { body: type })
  }
  const names = Array.from({ length: 100 }, (_, index) => `Revenue by branch and month, by country ${index}`)
  const rows = names.map((name, index) => {
    const type = `"Monthly reports of branches, ${Math.floor(index / 10)}"`
    return `"${name}",${type},source-of-report-${index},target-of-report-${index}`
  })
  // Import the tasks, because a hundred calls take ten times the CPU time.
  const content = ['name,task_type,source_ss_id,target_ss_id', ...rows].join('\n')
  await app.member.upload(api.tasks.importCsv, { name: 'reports.csv', content })
  const added = await orm.select({ id: tasks.id }).from(tasks).where(inArray(tasks.name, names)).orderBy(tasks.position)
  const times = { queuedAt: at, startedAt: at, endedAt: at }
  await orm.insert(runs).values(
    added.map(({ id: taskId }, index) => {
      const status = index % 2 ? 'Error' : 'Success'
      return { taskId, status, waveId: randomUUID(), triggeredBy: 'jo', ...times } as const
    }),
  )
  await orm
    .update(tasks)
    .set({ currentRunId: runs.id, lastSuccessAt: at, verifiedAt: at })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), inArray(tasks.name, names)))
  const measure = async () => {
    const { said, text } = await model.ask('find_tasks', { search: 'Revenue by branch' })
    expect(said.tasks).toHaveLength(100)
    expect(said.tasks.filter((task: { is_late?: boolean }) => task.is_late)).toHaveLength(100)
    expect(said.tasks.filter((task: { status?: string }) => task.status === 'Error')).toHaveLength(50)
    expect(said.tasks[0]).toMatchObject({
      succeeded: at.toISOString().slice(0, 10),
      type: 'Monthly reports of branches, 0',
    })
    expect(said.tasks.filter((task: { type?: string }) => task.type !== undefined)).toHaveLength(10)
    expect(text).not.toContain('null')
    expect(countTokens(text)).toBeLessThan(4000)
    return said.tasks.map(({ name }: { name: string }) => name)
  }
  expect(await measure()).toEqual(names)
  const longName = sql`rpad('Revenue by branch', 190, ' and more') || ' ' || ${tasks.id}`
  await orm.update(tasks).set({ name: longName }).where(inArray(tasks.name, names))
  const shortened: string[] = await measure()
  expect(new Set(shortened).size).toBe(100)
  expect(shortened[0]).toMatch(/^Revenue by branch.*….* \d+$/)
})

/** More than tokenizers count: words in parts of six letters, numbers in threes, and each run of other characters. */
function countTokens(text: string): number {
  return text.match(/[a-z]{1,6}|\d{1,3}|[^a-z\d\s]+/gi)?.length ?? 0
}
