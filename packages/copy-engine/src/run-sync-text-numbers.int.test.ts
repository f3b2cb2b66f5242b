import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { sync } from '#tests/support/test-provider.ts'

async function openWorld(memory: MemoryProvider, amounts: readonly Cell[], rows = 'Amount > 100') {
  const sourceId = await memory.spreadsheet({
    rows: [['id', 'Amount'], ...amounts.map((amount, at) => [at + 2, amount])],
  })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { rows, targetCell: 'A1' } })
  return { sourceId, targetId, job, read: async () => (await memory.read(targetId)).slice(1) }
}

const warnings = (log: { level: string; message: string }[]) =>
  log.flatMap(({ level, message }) => (level === 'WARNING' ? [message] : []))

test('numbers that are stored as text are compared as numbers, and copied as they are', async () => {
  const memory = createMemoryProvider()
  const { job, read } = await openWorld(memory, ['150', 150, 50, '$1,200.00', '(300)', ' \u00a0', '', '99.9', true])
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', unreadCells: 0 })
  expect(await read()).toEqual([
    [2, '150'],
    [3, 150],
    [5, '$1,200.00'],
  ])
})

test('a row whose text is no number is copied, and each run warns of the first one', async () => {
  const memory = createMemoryProvider()
  const { job, read } = await openWorld(memory, [150, 'n/a', 50, '1,5'])
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Warning', unreadCells: 2 })
  expect(warnings(first.log)).toEqual([
    `Rows were copied because conditions test 2 cells that are neither numbers nor dates, the first in 'Sheet1'!B3 ("n/a"). Write numbers and dates as the locale of the spreadsheet has them.`,
  ])
  expect(await read()).toEqual([
    [2, 150],
    [3, 'n/a'],
    [5, '1,5'],
  ])
  expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ status: 'Warning', unreadCells: 2 })
})

test('a column without any number is warned of once', async () => {
  const memory = createMemoryProvider()
  const { job, sourceId, read } = await openWorld(memory, ['many', '', 'few'])
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Warning', unreadCells: 2 })
  expect(await read()).toEqual([
    [2, 'many'],
    [4, 'few'],
  ])
  const second = await sync(memory.provider, afterRun(job, first))
  expect(second).toMatchObject({ status: 'Success', unreadCells: 0 })
  const next = afterRun(afterRun(job, first), second)
  await memory.write(sourceId, 'Sheet1!B3', [[150]])
  const third = await sync(memory.provider, next)
  expect(third).toMatchObject({ status: 'Warning', unreadCells: 2 })
  expect(warnings(third.log).join()).toContain(`'Sheet1'!B2 ("many")`)
})

test('one text among several sources is named with its source', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId } = await openWorld(memory, [150])
  const other = await memory.spreadsheet({
    rows: [
      ['Amount', 'id'],
      ['none', 7],
    ],
  })
  const moreSources = [{ source_ss_id: other, source_sheet_name: 'Sheet1' }]
  const shape = { rows: 'Amount > 100', targetCell: 'A1', moreSources }
  const run = await sync(memory.provider, buildShapedJob({ sourceId, targetId, shape }))
  expect(run).toMatchObject({ status: 'Warning', unreadCells: 1 })
  expect(warnings(run.log).join()).toMatch(/^Row 2 of ".*" was copied because a condition tests A2 of ".*" \("none"\)/)
})

test('the last digit of a sum decides about no row', async () => {
  const memory = createMemoryProvider()
  const sum = 0.1 + 0.2
  for (const [rows, ids] of [
    ['Amount = 0.3', [2, 3]],
    ['Amount <= 0.3', [2, 3]],
    ['Amount > 0.3', [4]],
    ['Amount in 0.3 | 9', [2, 3]],
    ['Amount != 0.3', [4]],
  ] as const) {
    const { job, read } = await openWorld(memory, [sum, 0.3, 1], rows)
    expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
    expect((await read()).map(([id]) => id)).toEqual(ids)
  }
})

test('cells of blanks are empty for a condition, and copied as they are', async () => {
  const memory = createMemoryProvider()
  const { job, read } = await openWorld(memory, ['\u00a0 ', 7, ''], 'Amount is empty')
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  expect(await read()).toEqual([[2, '\u00a0 '], [4]])
})
