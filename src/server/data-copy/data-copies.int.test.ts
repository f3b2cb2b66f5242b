import { afterEach, expect, test, vi } from 'vitest'
import type { DataCopyPage } from '#contract/data-copy.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { sortRows } from '#domain/copy/sort-rows.ts'
import { dataCopies } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { dropAbandonedCopies, openDataCopy } from './data-copies.ts'
import { type DataCopyPageQuery, dataCopyPageJson, findDataCopy } from './data-copy-pages.ts'
import { sortColumn } from './sort-column.ts'

async function startCopyCluster() {
  const cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  const { orm, now } = cluster
  const page = (query: Partial<DataCopyPageQuery> = {}) => cluster.dataCopyPage(taskId, query)
  return {
    ...cluster,
    taskId,
    page,
    open: (columns: string[]) => openDataCopy(orm, { taskId, columns, now: now() }),
    async copy(columns: string[], rows: Cell[][]): Promise<void> {
      await using writer = await openDataCopy(orm, { taskId, columns, now: now() })
      await writer.append(rows)
      await writer.publish()
    },
    async sorted(order: 'asc' | 'desc'): Promise<unknown[]> {
      const { data } = await page({ sort: 'Value', order })
      return data.map((row) => row['Value'])
    },
  }
}

afterEach(() => void vi.unstubAllEnvs())

test('a task that has copied nothing has no data copy', async () => {
  await using cluster = await startCopyCluster()
  expect(await findDataCopy(cluster.orm, cluster.taskId)).toBeUndefined()
})

test('rows are taken from the same places of the published data copy, as far as it has them', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['Value'], [['a'], ['b'], ['c'], ['d']])
  {
    await using writer = await cluster.open(['Value'])
    expect(await writer.keep(1)).toBe(1)
    await writer.append([['new']])
    expect(await writer.keep(3)).toBe(2)
    await writer.append([['added']])
    const { data } = await cluster.page()
    expect(data.map((row) => row['Value'])).toEqual(['a', 'b', 'c', 'd'])
    await writer.publish()
  }
  const { data } = await cluster.page()
  expect(data.map((row) => row['Value'])).toEqual(['a', 'new', 'c', 'd', 'added'])
})

test('rows keep their order and their cells keep their types', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['Code', 'Amount', 'Paid'],
    [
      ['007', 1.5, true],
      ['23E12', null, false],
      ['a "quoted, word" \\', -1e-7, null],
      ['\n\t[é, 𝄞]\\"', 1e21, true],
    ],
  )
  expect(await cluster.page()).toEqual({
    data: [
      { Code: '007', Amount: 1.5, Paid: true },
      { Code: '23E12', Amount: null, Paid: false },
      { Code: 'a "quoted, word" \\', Amount: -1e-7, Paid: null },
      { Code: '\n\t[é, 𝄞]\\"', Amount: 1e21, Paid: true },
    ],
    total_rows: 4,
  })
})

test('a data copy goes with the transaction that published it, if that was not committed', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['A'], [['kept']])
  const before = await cluster.page()
  {
    await using writer = await cluster.open(['A'])
    await writer.append([['gone']])
    const published = cluster.orm.transaction(async (tx) => {
      await writer.publish(tx)
      tx.rollback()
    })
    await expect(published).rejects.toThrow()
  }
  expect(await cluster.orm.$count(dataCopies)).toBe(1)
  expect(await cluster.page()).toEqual(before)
})

/** Reads a page with a limited number of bytes. */
async function smallPage(
  { orm, taskId }: Awaited<ReturnType<typeof startCopyCluster>>,
  { maxBytes, ...query }: Partial<DataCopyPageQuery> & { maxBytes: number },
): Promise<DataCopyPage> {
  const copy = await findDataCopy(orm, taskId)
  if (!copy) throw new Error('No data copy')
  const findOrder = async () => Uint32Array.from({ length: copy.rowCount }, (_, at) => copy.rowCount - 1 - at)
  const page = { taskId, copy, offset: 0, limit: 30, sort: undefined, order: 'asc' as const, ...query }
  return JSON.parse(
    await dataCopyPageJson({ orm, findOrder, maxBytes }, page, {
      isMember: true,
      signal: new AbortController().signal,
    }),
  )
}

test('the long cells of a page that would be too large are shortened and say so, and no row is left out', async () => {
  await using cluster = await startCopyCluster()
  const long = 'é"'.repeat(2000)
  const rows: Cell[][] = Array.from({ length: 30 }, (_, row) => [row, long, `row ${row}`, true])
  await cluster.copy(['Row', 'Text', 'Name', 'Paid'], rows)
  const maxBytes = 50_000
  for (const [query, last] of [
    [{}, 29],
    [{ sort: 'Row' }, 0],
  ] as const) {
    const page = await smallPage(cluster, { maxBytes, ...query })
    expect(Buffer.byteLength(JSON.stringify(page.data))).toBeLessThanOrEqual(maxBytes)
    expect(page.data).toHaveLength(30)
    expect(page.data[29]).toMatchObject({ Row: last, Name: `row ${last}`, Paid: true })
    expect(page.data[29]?.['Text']).toMatch(/^(é"?){40,}… \[4000 characters\]$/)
  }
  const narrow = await smallPage(cluster, { maxBytes, columns: ['Name', 'Paid'] })
  expect(narrow.data[7]).toEqual({ Name: 'row 7', Paid: true })
  expect((await smallPage(cluster, { maxBytes, limit: 3 })).data[0]?.['Text']).toBe(long)
})

test('a page that is too large even with short cells is refused', async () => {
  await using cluster = await startCopyCluster()
  const columns = Array.from({ length: 20 }, (_, at) => `${'name'.repeat(20)} ${at}`)
  await cluster.copy(
    columns,
    Array.from({ length: 30 }, () => columns.map(() => 1)),
  )
  await expect(smallPage(cluster, { maxBytes: 40_000 })).rejects.toThrow('Ask for fewer rows or columns')
  expect((await smallPage(cluster, { maxBytes: 40_000, limit: 10 })).data).toHaveLength(10)
})

test('a page has the requested columns, in the requested order', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['A', 'B', 'C'], [[1, 2, 3]])
  expect(Object.entries((await cluster.page({ columns: ['C', 'A'] })).data[0] ?? {})).toEqual([
    ['C', 3],
    ['A', 1],
  ])
})

test('columns are found by names that look the same, exact ones first', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['Unit\nprice', 'Größe', 'Unit price'],
    [
      [2, 'x', 1],
      [1, 'y', 2],
    ],
  )
  const query = { columns: [' Gro\u0308ße', 'Unit price', 'Größe'], sort: 'Unit\u00a0\u200bprice' }
  await expect(cluster.page(query)).rejects.toMatchObject({ code: 'invalid', fields: { sort: expect.any(String) } })
  const { data } = await cluster.page({ ...query, sort: 'Unit price', order: 'desc' })
  expect(data.map((row) => Object.entries(row))).toEqual([
    [
      ['Größe', 'y'],
      ['Unit price', 2],
    ],
    [
      ['Größe', 'x'],
      ['Unit price', 1],
    ],
  ])
})

test('pages by offset join without gap or overlap', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['Row'],
    Array.from({ length: 2500 }, (_, row) => [row]),
  )
  const pages = await Promise.all([0, 1000, 2000].map((offset) => cluster.page({ offset, limit: 1000 })))
  expect(pages.flatMap(({ data }) => data.map((row) => row['Row']))).toEqual(
    Array.from({ length: 2500 }, (_, row) => row),
  )
})

test('sorting puts numbers before text and empty cells last, in either order', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['Value'], [['b'], [10], [''], ['A'], [9], [true], [null], ['10'], [-1]])
  expect(await cluster.sorted('asc')).toEqual([-1, 9, 10, '10', 'A', 'b', true, '', null])
  expect(await cluster.sorted('desc')).toEqual([10, 9, -1, 'b', 'A', '10', true, '', null])
})

test('text is sorted as people sort it', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['Value'],
    ['Zebra', 'R-10', 'Ärger', 'R-9', 'apfel'].map((text) => [text]),
  )
  expect(await cluster.sorted('asc')).toEqual(['apfel', 'Ärger', 'R-9', 'R-10', 'Zebra'])
})

test('sorted pages join without gap or overlap, equal cells in the order of the sheet', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['Key', 'Row'],
    Array.from({ length: 60 }, (_, row) => [row % 3, row]),
  )
  const pages = await Promise.all([0, 20, 40].map((offset) => cluster.page({ sort: 'Key', offset, limit: 20 })))
  const rows = pages.flatMap((page) => page.data.map((row) => row['Row']))
  expect(rows.slice(0, 4)).toEqual([0, 3, 6, 9])
  expect(new Set(rows).size).toBe(60)
})

test.each([{ columns: ['Nope'] }, { sort: 'Nope' }])('rejects an unknown column: %o', async (query) => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['A'], [[1]])
  const field = Object.keys(query)[0] ?? ''
  await expect(cluster.page(query)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
})

test.each([{ sort: 'Value' }, {}])(
  'a page of a data copy that was replaced meanwhile is that of the next one: %o',
  async (query) => {
    await using cluster = await startCopyCluster()
    const { orm, taskId } = cluster
    await cluster.copy(['Value'], [[1], [2]])
    const replaced = await findDataCopy(orm, taskId)
    if (!replaced) throw new Error('Nothing was copied')
    await cluster.copy(
      ['Next', 'Value'],
      [
        ['a', 4],
        ['b', 3],
      ],
    )
    const page = { taskId, offset: 0, limit: 500, order: 'asc' as const, ...query, copy: replaced }
    const findOrder = async () => Uint32Array.of(1, 0)
    const caller = { isMember: true, signal: new AbortController().signal }
    const { data } = JSON.parse(await dataCopyPageJson({ orm, findOrder }, page, caller)) as DataCopyPage
    const inSheet = [
      { Next: 'a', Value: 4 },
      { Next: 'b', Value: 3 },
    ]
    expect(data).toEqual(query.sort ? inSheet.toReversed() : inSheet)
  },
)

test('rows that are never published stay invisible and are deleted', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['A'], [['kept']])
  {
    await using writer = await cluster.open(['A'])
    await writer.append([['dropped']])
  }
  const crashed = await cluster.open(['A'])
  await crashed.append([['crashed']])
  expect((await cluster.page()).data).toEqual([{ A: 'kept' }])
  await cluster.copy(['A'], [['new']])
  expect((await cluster.page()).data).toEqual([{ A: 'new' }])
  expect(await cluster.countDataCopies()).toBe(1)
})

test('removes characters that the database cannot store', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(
    ['A\0', 'B'],
    [
      ['x\0y', 'half \ud800'],
      ['a literal \\u0000', 'ö😀'],
    ],
  )
  expect((await cluster.page()).data).toEqual([
    { A: 'xy', B: 'half \ufffd' },
    { A: 'a literal \\u0000', B: 'ö😀' },
  ])
})

test('a row shorter than the header is padded with empty cells', async () => {
  await using cluster = await startCopyCluster()
  await cluster.copy(['A', 'B'], [['x']])
  expect((await cluster.page()).data).toEqual([{ A: 'x', B: null }])
})

test('a sweep drops unpublished copies, but not those of an attempt in progress', async () => {
  await using cluster = await startCopyCluster()
  const { orm, now, taskId } = cluster
  await cluster.copy(['Row'], [[1]])
  await cluster.open(['Row'])
  await cluster.addRunOfLostNode(taskId, { leaseSeconds: 20 })
  expect(await dropAbandonedCopies(orm, now())).toBe(0)
  await cluster.passTime(81)
  expect(await dropAbandonedCopies(orm, now())).toBe(1)
  expect(await cluster.countDataCopies()).toBe(1)
  expect(await cluster.page()).toMatchObject({ total_rows: 1 })
})

test.each(['', '1'])('sorts a long column on another thread, with the same rules; watched: %o', async (watched) => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', watched)
  await using cluster = await startCopyCluster()
  const cells = Array.from(
    { length: 5001 },
    (_, row): Cell => (row % 3 === 0 ? `Text ${row % 70}` : row % 7 === 0 ? null : -row),
  )
  await cluster.copy(
    ['Value'],
    cells.map((cell) => [cell]),
  )
  for (const order of ['asc', 'desc'] as const) {
    const wanted = [...sortRows(cells, order)].map((row) => cells[row])
    const pages = await Promise.all(
      [0, 2500, 5000].map((offset) => cluster.page({ sort: 'Value', order, offset, limit: 2500 })),
    )
    expect(pages.flatMap(({ data }) => data.map((row) => row['Value']))).toEqual(wanted)
  }
})

test('a sort stops reading when nobody waits for it any more', async () => {
  await using cluster = await startCopyCluster()
  const { orm, taskId } = cluster
  await cluster.copy(
    ['Value'],
    Array.from({ length: 5000 }, (_, row) => [row]),
  )
  const { dataCopyId } = (await cluster.readTask(taskId)) ?? {}
  const copy = { id: dataCopyId ?? 0, columns: ['Value'], rowCount: Number.MAX_SAFE_INTEGER }
  const leaving = new AbortController()
  const sorting = sortColumn(orm, { copy, column: 0, order: 'asc', signal: leaving.signal })
  leaving.abort()
  await expect(sorting).rejects.toMatchObject({ name: 'AbortError' })
})
