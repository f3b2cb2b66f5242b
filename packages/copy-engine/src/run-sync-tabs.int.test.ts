import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { APPROVE_ALL, afterSuccess, approve, buildJob, type Ran, sync } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const ROWS: Cell[][] = [['Name'], ['Ada'], ['Grace']]
const NEW_ROWS: Cell[][] = [['Name'], ['Ada'], ['Grace'], ['Mary']]

/** The job of the next run. Without its memory, it relies on the ids of the tabs alone. */
function after(job: SyncJob, ran: Ran, { remembers = false } = {}): SyncJob {
  const { last, ...next } = afterSuccess(job, ran)
  const { tabs } = ran.left
  return { ...next, last: { ...last, tabs, memory: remembers ? last.memory : undefined } }
}

interface Ends {
  sourceTab: string
  targetTab: string
}

const NAMED: Ends = { sourceTab: 'Current', targetTab: 'Copy' }

/** Copies rows from 'Current' to 'Copy' for the first time. Each spreadsheet has another tab behind it. */
async function copied(memory: MemoryProvider, ends: Ends = NAMED) {
  const sourceId = await memory.spreadsheet({ title: 'Current', rows: ROWS }, { title: 'Other' })
  const targetId = await memory.spreadsheet({ title: 'Copy', rows: [['Name']] }, { title: 'Other' })
  const job = buildJob({ sourceId, targetId, ...ends })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', cellsChanged: 2 })
  return { sourceId, targetId, job, first, next: after(job, first) }
}

async function readTitles(memory: MemoryProvider, id: string): Promise<string[]> {
  return (await memory.tabs(id)).map(({ title }) => title)
}

async function findSheetId(memory: MemoryProvider, { id, tab }: { id: string; tab: string }): Promise<number> {
  const found = (await memory.tabs(id)).find(({ title }) => title === tab)
  if (!found) throw new Error(`There is no tab ${tab}`)
  return found.sheetId
}

async function rename(memory: MemoryProvider, { id, tab, title }: { id: string; tab: string; title: string }) {
  const sheetId = await findSheetId(memory, { id, tab })
  await memory.edit(id, { updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } })
}

async function remove(memory: MemoryProvider, { id, tab }: { id: string; tab: string }) {
  await memory.edit(id, { deleteSheet: { sheetId: await findSheetId(memory, { id, tab }) } })
}

async function add(memory: MemoryProvider, { id, tab, rows = [] }: { id: string; tab: string; rows?: Cell[][] }) {
  await memory.edit(id, { addSheet: { properties: { title: tab, index: 0 } } })
  if (rows.length > 0) await memory.write(id, `'${tab}'!A1`, rows)
}

function listHolds(held: Ran): Hold[] {
  return 'holds' in held && Array.isArray(held.holds) ? held.holds : []
}

const messages = ({ log }: { log: { message: string }[] }) => log.map(({ message }) => message)

test.each([true, false])(
  'a renamed target tab is followed, and no second one is made (remembered: %s)',
  async (remembers) => {
    const memory = createMemoryProvider()
    const { sourceId, targetId, job, first } = await copied(memory)
    await rename(memory, { id: targetId, tab: 'Copy', title: 'Charts' })
    await memory.write(sourceId, 'Current!A4', [['Mary']])
    const outcome = await sync(memory.provider, after(job, first, { remembers }))
    expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1, renamed: { targetTab: 'Charts' } })
    expect(messages(outcome)).toContain("The target tab 'Copy' was renamed to 'Charts', and is still used.")
    expect(await readTitles(memory, targetId)).toEqual(['Charts', 'Other'])
    expect(await memory.read(targetId, 'Charts')).toEqual(NEW_ROWS)
  },
)

test('a renamed source tab is followed', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, next } = await copied(memory)
  await memory.write(sourceId, 'Current!A4', [['Mary']])
  await rename(memory, { id: sourceId, tab: 'Current', title: 'May' })
  const outcome = await sync(memory.provider, next)
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1, renamed: { sourceTab: 'May' } })
  expect(await memory.read(targetId, 'Copy')).toEqual(NEW_ROWS)
})

test.each([true, false])(
  'a source tab whose name another one took is held until someone accepts the new one (remembered: %s)',
  async (remembers) => {
    const memory = createMemoryProvider()
    const { sourceId, targetId, job, first } = await copied(memory)
    await rename(memory, { id: sourceId, tab: 'Current', title: 'May' })
    await add(memory, { id: sourceId, tab: 'Current', rows: NEW_ROWS })
    const next = after(job, first, { remembers })
    const held = await sync(memory.provider, next)
    const hold = { cause: 'tab_replaced', tab: 'Current', now: 'May' }
    expect(held).toMatchObject({ kind: 'held', holds: [hold] })
    expect(messages(held).at(-1)).toMatch(
      /^The tab 'Current' of the source spreadsheet ".*" was renamed to 'May', and another tab is named 'Current' now\. Nothing was written\./,
    )
    expect(await memory.read(targetId, 'Copy')).toEqual(ROWS)

    const accepted = await sync(memory.provider, { ...next, approval: approve(listHolds(held)) })
    expect(accepted).toMatchObject({ status: 'Success', cellsChanged: 1 })
    expect(await memory.read(targetId, 'Copy')).toEqual(NEW_ROWS)
    expect(await sync(memory.provider, after(job, accepted))).toMatchObject({ status: 'Success', cellsChanged: 0 })
  },
)

test('an emptied tab that took the name of the source is held for its name, not only for its rows', async () => {
  const memory = createMemoryProvider()
  const { sourceId, job, first } = await copied(memory)
  await rename(memory, { id: sourceId, tab: 'Current', title: 'May' })
  await add(memory, { id: sourceId, tab: 'Current', rows: [['Name']] })
  const held = await sync(memory.provider, after(job, first, { remembers: true }))
  expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'tab_replaced' }, { cause: 'source_empty' }] })
})

test('a target tab whose name another one took is held', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, next } = await copied(memory)
  await memory.write(sourceId, 'Current!A4', [['Mary']])
  await rename(memory, { id: targetId, tab: 'Copy', title: 'May' })
  await add(memory, { id: targetId, tab: 'Copy' })
  expect(await sync(memory.provider, next)).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'tab_replaced', now: 'May' }],
  })
  expect(await sync(memory.provider, { ...next, approval: APPROVE_ALL })).toMatchObject({ status: 'Success' })
  expect((await memory.read(targetId, 'Copy')).slice(1)).toEqual(NEW_ROWS.slice(1))
  expect(await memory.read(targetId, 'May')).toEqual(ROWS)
})

test('tabs that are made anew under their names are used, and the log says so', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, next } = await copied(memory)
  const made: [string, string, Cell[][]][] = [
    [sourceId, 'Current', NEW_ROWS],
    [targetId, 'Copy', [['Name']]],
  ]
  for (const [id, tab, rows] of made) {
    await remove(memory, { id, tab })
    await add(memory, { id, tab, rows })
  }
  const outcome = await sync(memory.provider, next)
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 3, renamed: {} })
  expect(messages(outcome)).toEqual(
    expect.arrayContaining([
      "The source tab 'Current' was deleted and recreated: the new tab is used.",
      "The target tab 'Copy' was deleted and recreated: the new tab is used.",
    ]),
  )
  expect(await memory.read(targetId, 'Copy')).toEqual(NEW_ROWS)
})

test.each([
  ['named', NAMED],
  ['the first visible', { sourceTab: '', targetTab: '' }],
])('a deleted target tab, %s, is created again once someone agrees', async (_what, ends) => {
  const memory = createMemoryProvider()
  const { targetId, next } = await copied(memory, ends)
  await remove(memory, { id: targetId, tab: 'Copy' })
  const held = await sync(memory.provider, next)
  expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'target_tab_deleted', tab: 'Copy' }] })
  expect(messages(held).at(-1)).toMatch(
    /^The target tab 'Copy' of .* was deleted\. Create it again\? Nothing was written\./,
  )
  expect(await readTitles(memory, targetId)).toEqual(['Other'])
  expect(await sync(memory.provider, { ...next, approval: approve(listHolds(held)) })).toMatchObject({
    status: 'Success',
  })
  expect((await memory.read(targetId, 'Copy')).slice(1)).toEqual(ROWS.slice(1))
})

test.each([
  ['named', NAMED],
  ['the first visible', { sourceTab: '', targetTab: '' }],
])('a deleted source tab, %s, fails and names the tabs there are', async (_what, ends) => {
  const memory = createMemoryProvider()
  const { sourceId, next } = await copied(memory, ends)
  await remove(memory, { id: sourceId, tab: 'Current' })
  await expect(sync(memory.provider, next)).rejects.toMatchObject({
    reason: 'no_tab',
    message: expect.stringMatching(
      /^There is no tab named 'Current' in .*\. Choose one of its tabs in the task: 'Other'\.$/,
    ),
  })
})

test('an empty name is the first visible tab until a copy, and that tab from then on', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, job, first } = await copied(memory, { sourceTab: '', targetTab: '' })
  for (const id of [sourceId, targetId]) await add(memory, { id, tab: 'In front', rows: [['Name'], ['Wrong']] })
  await memory.write(sourceId, 'Current!A4', [['Mary']])
  const { outcome } = await countRequests(memory, () => sync(memory.provider, after(job, first)))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1, renamed: {} })
  expect(await memory.read(targetId, 'Copy')).toEqual(NEW_ROWS)
  expect(await memory.read(targetId, 'In front')).toEqual([['Name'], ['Wrong']])
  const unchanged = await countRequests(memory, () => sync(memory.provider, after(job, outcome, { remembers: true })))
  expect(unchanged).toMatchObject({ reads: 2, outcome: { status: 'Success', cellsChanged: 0 } })
})

test('a tab whose name ends with a blank is used, and gets no second one beside it', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ title: 'Data ', rows: ROWS })
  const targetId = await memory.spreadsheet({ title: 'Copy ', rows: [['Name']] })
  const job = buildJob({ sourceId, targetId, sourceTab: 'Data', targetTab: 'Copy' })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', cellsChanged: 2 })
  expect(await sync(memory.provider, after(job, first))).toMatchObject({ cellsChanged: 0, renamed: {} })
  expect(await readTitles(memory, targetId)).toEqual(['Copy '])
})

test('of two tabs whose names differ by a blank, each task uses its own', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ title: 'Data', rows: ROWS }, { title: 'Data ', rows: NEW_ROWS })
  for (const [sourceTab, rows] of [
    ['Data', ROWS],
    ['Data ', NEW_ROWS],
  ] as const) {
    const targetId = await memory.spreadsheet({ rows: [['Name']] })
    await sync(memory.provider, buildJob({ sourceId, targetId, sourceTab }))
    expect(await memory.read(targetId)).toEqual(rows)
  }
})

test('an unchanged copy needs no request for the ids of its tabs', async () => {
  const memory = createMemoryProvider()
  const { job, first } = await copied(memory)
  const next = after(job, first, { remembers: true })
  expect(await countRequests(memory, () => sync(memory.provider, next))).toMatchObject({ reads: 2, writes: 0 })
})
