import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editBeforeWrite } from '#tests/support/edit-before-write.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { APPROVE_ALL, buildJob, RULES, sync } from '#tests/support/test-provider.ts'

const SHAPE = { mode: 'update' as const, keyColumns: 'Order', targetCell: 'A1' }
const HEADER: Cell[] = ['Order', 'Status']
const DAY = dayNumber('2026-02-01') ?? 0

async function openWorld(memory: MemoryProvider, { source, target, shape = {} }: World) {
  const sourceId = await memory.spreadsheet({ rows: [HEADER, ...source] })
  const targetId = await memory.spreadsheet({ rows: [[...HEADER, 'Note'], ...target] })
  const job = buildShapedJob({ sourceId, targetId, shape: { ...SHAPE, ...shape } })
  return { sourceId, targetId, job, readRows: async () => (await memory.read(targetId)).slice(1) }
}

interface World {
  source: Cell[][]
  target: Cell[][]
  shape?: Partial<Parameters<typeof buildShapedJob>[0]['shape']>
}

test.each<[what: string, inSource: Cell, inTarget: Cell]>([
  ['a number and its text', 17, '17'],
  ['a text and its number', '17', 17],
  ['a blank at its end', 'A-1 ', 'A-1'],
  ['a no-break blank inside', 'A\u00a01', 'A 1'],
  ['a line break', 'A\n1', 'A 1'],
  ['an invisible character', '\u200bA-1', 'A-1'],
  ['letters composed in another way', 'Gro\u0308ße', 'Größe'],
  ['a sum and its result', 0.1 + 0.2, 0.3],
  ['a date and its text', DAY, '2/1/2026'],
  ['a date and its text in another form', '2026-02-01', DAY],
  ['a truth value and its text', true, 'TRUE'],
])('a row is updated although its key has %s', async (_what, inSource, inTarget) => {
  const memory = createMemoryProvider()
  const { job, readRows } = await openWorld(memory, {
    source: [[inSource, 'new']],
    target: [
      ['other', 'stays', 'theirs'],
      [inTarget, 'old', 'mine'],
    ],
    shape: { missingRows: 'clear' },
  })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual([
    ['', '', 'theirs'],
    [inSource, 'new', 'mine'],
  ])
  const next = await countRequests(memory, () => sync(memory.provider, afterRun(job, first)))
  expect(next).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
})

test('case, digits and leading zeros of keys are told apart', async () => {
  const memory = createMemoryProvider()
  const { job, readRows } = await openWorld(memory, {
    source: [
      ['a-1', 'new'],
      ['017', 'new'],
      ['1.10', 'new'],
    ],
    target: [
      ['A-1', 'old'],
      [17, 'old'],
      [1.1, 'old'],
    ],
  })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual([
    ['A-1', 'old'],
    [17, 'old'],
    [1.1, 'old'],
    ['a-1', 'new'],
    ['017', 'new'],
    ['1.10', 'new'],
  ])
})

test('keys that look the same in one tab are all updated if the other one has just the same', async () => {
  const memory = createMemoryProvider()
  const keys = [17, '17', '17 ']
  const { job, readRows } = await openWorld(memory, {
    source: keys.map((key) => [key, `${typeof key} new`]),
    target: keys.toReversed().map((key) => [key, 'old', 'mine']),
  })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual(keys.toReversed().map((key) => [key, `${typeof key} new`, 'mine']))
})

test('a new key that looks like another row holds the run, which names both', async () => {
  const memory = createMemoryProvider()
  const { job, readRows } = await openWorld(memory, {
    source: [
      ['A-1', 'first'],
      ['B-1', 'new'],
      ['A-1 ', 'second'],
    ],
    target: [['A-1', 'old', 'mine']],
  })
  expect(await sync(memory.provider, job)).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'keys_unusable', end: 'source', doubled: 2, empty: 0, cells: [{ row: 2 }, { row: 4 }] }],
  })
  expect(await readRows()).toEqual([['A-1', 'old', 'mine']])
  expect(await sync(memory.provider, { ...job, approval: APPROVE_ALL })).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual([
    ['A-1', 'first', 'mine'],
    ['B-1', 'new'],
  ])
})

test('rows of the target that look like a new key hold the run, and are not cleared', async () => {
  const memory = createMemoryProvider()
  const target: Cell[][] = [
    ['A-1', 'one', 'mine'],
    ['A-1\u00a0', 'two', 'theirs'],
  ]
  const { job, readRows } = await openWorld(memory, {
    source: [['A-1 ', 'new']],
    target,
    shape: { missingRows: 'clear' },
  })
  expect(await sync(memory.provider, job)).toMatchObject({
    kind: 'held',
    holds: [
      { cause: 'keys_unusable', end: 'source', doubled: 1, cells: [{ row: 2 }] },
      { cause: 'keys_unusable', end: 'target', doubled: 2, cells: [{ row: 2 }, { row: 3 }] },
    ],
  })
  expect(await sync(memory.provider, { ...job, approval: APPROVE_ALL })).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual(target)
})

test('a key of blanks is no key, and a row of blanks is no row', async () => {
  const memory = createMemoryProvider()
  const blank: Cell[] = [' ', '\u00a0']
  const { job, readRows } = await openWorld(memory, {
    source: [['A', 'new'], blank, ['B', 'new']],
    target: [blank, ['A', 'old', 'mine'], blank, [' ', '', '\u200b']],
  })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual([blank, ['A', 'new', 'mine'], ['B', 'new'], [' ', '', '\u200b']])
  await memory.write(job.source.id, 'Sheet1!A3', [['\u00a0', 'no key']])
  expect(await sync(memory.provider, job)).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'keys_unusable', end: 'source', empty: 1, doubled: 0, cells: [{ row: 3 }] }],
  })
})

test('people sort rows right before one gets a key that looks the same: no row is damaged', async () => {
  const memory = createMemoryProvider()
  const { targetId, job, readRows } = await openWorld(memory, {
    source: [
      [17, 'new'],
      [18, 'new'],
    ],
    target: [
      ['17', 'old', 'seventeen'],
      [19, 'theirs', 'nineteen'],
      ['18', 'old', 'eighteen'],
    ],
  })
  const reverse = async () => memory.write(targetId, 'Sheet1!A2', (await readRows()).toReversed())
  expect(await sync(editBeforeWrite(memory.provider, reverse), job)).toMatchObject({ status: 'Success' })
  expect(await readRows()).toEqual([
    [18, 'new', 'eighteen'],
    [19, 'theirs', 'nineteen'],
    [17, 'new', 'seventeen'],
  ])
})

test('values that look the same are not unique, and cells of blanks are not filled', async () => {
  const memory = createMemoryProvider()
  const rows = [
    ['SKU', 'Email'],
    ['A-1', 'a@example.com'],
    ['A-1 ', ' \u00a0'],
    ['a-1', 'b@example.com'],
  ]
  const [sourceId, targetId] = [await memory.spreadsheet({ rows }), await memory.spreadsheet({})]
  const expectations = { filled: ['Email'], unique: ['SKU'] }
  const job = buildJob({ sourceId, targetId, rules: { ...RULES, expectations } })
  expect(await sync(memory.provider, job)).toMatchObject({
    kind: 'held',
    holds: [
      { cause: 'expected_filled', count: 1, cells: [{ row: 3, column: 2 }] },
      { cause: 'expected_unique', count: 1, cells: [{ row: 3, column: 1, repeats: 2 }] },
    ],
  })
  expect(await memory.read(targetId)).toEqual([])
  expect(await sync(memory.provider, { ...job, approval: APPROVE_ALL })).toMatchObject({ status: 'Success' })
  expect((await memory.read(targetId)).slice(1)).toEqual(rows.slice(1))
})
