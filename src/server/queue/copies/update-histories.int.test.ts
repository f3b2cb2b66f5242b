import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { DAY_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import { breakWrites } from '#tests/support/break-writes.ts'
import { editBeforeEachWrite } from '#tests/support/edit-before-write.ts'
import { passLateWrites } from '#tests/support/pass-late-writes.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { anyStep, type Break, type Move, type Step } from '#tests/support/update-steps.ts'

const HEADER = ['Status', 'Order', 'Amount']
/** The region begins in column B. Its second column is the key. People have notes beside the region. */
const [FIRST_ROW, LEFT, WIDTH, KEY] = [3, 1, 3, 1]

/** The cells of the region and the note beside it, by key. */
type Model = Map<Key, Cell[]>
type Key = NonNullable<Cell>

test('whatever breaks off, lands late or is moved meanwhile, each row has its own values', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ maxRetries: 2, allowedConcurrentTasks: 5 })
  const broken = breakWrites(provider.google)
  let onWrite: () => Promise<unknown> = async () => {}
  const google = editBeforeEachWrite(broken.google, () => onWrite())
  const queue = await cluster.startNode({ sync: runSync, google, timing: { heartbeatMs: 20, leaseMs: DAY_MS } })
  const seen = { updated: 0, added: 0, cleared: 0, resumed: 0, landed: 0, met: 0, gaveUp: 0, undone: 0 }

  async function openWorld(missingRows: 'keep' | 'clear') {
    const sourceSsId = await provider.spreadsheet({
      rows: [HEADER, ['open', 1, 5], ['', 2, 20], ['', '', ''], ['open', 3, 30]],
      rowCount: 12,
      columnCount: 3,
    })
    const own: Cell[][] = [
      ['', 'mine', 9, 90, 'nine'],
      ['', 'old', 2, '', 'two'],
      ['', 'mine', 8, '', 'eight'],
    ]
    const targetSsId = await provider.spreadsheet({
      rows: [['a title'], [], ['', ...HEADER], ...own],
      rowCount: 14,
      columnCount: 6,
    })
    const place = { startRow: 2, targetCell: `B${FIRST_ROW}` }
    const taskId = await cluster.addTask(typeId, {
      sourceSsId,
      targetSsId,
      ...place,
      mode: 'update',
      keyColumns: 'Order',
      missingRows,
    })
    let model: Model = new Map(own.map((row) => [row[LEFT + KEY] ?? '', row.slice(LEFT)]))
    let snapshots: { runId: number; model: Model; edited: Set<string> }[] = []

    const grid = async () => await provider.read(targetSsId)
    const source = async () => (await provider.read(sourceSsId)).slice(1).filter((row) => rowWidth(row) > 0)
    const whole = (cells: Cell[] = []) => Array.from({ length: WIDTH + 1 }, (_, at) => cells[at] ?? '')
    const copyModel = (rows: Model): Model => new Map([...rows].map(([key, cells]) => [key, [...cells]]))

    async function held(): Promise<Model> {
      const rows = (await grid()).slice(FIRST_ROW).map((row) => row.slice(LEFT))
      const named = rows.filter((row) => (row[KEY] ?? '') !== '')
      for (const row of rows)
        if ((row[KEY] ?? '') === '') expect(rowWidth(row.slice(0, WIDTH)), JSON.stringify(row)).toBe(0)
      const keys = named.map((row) => row[KEY] ?? '')
      expect(new Set(keys).size, JSON.stringify(keys)).toBe(keys.length)
      return new Map(named.map((row) => [row[KEY] ?? '', row]))
    }

    async function expectRows(columns = WIDTH + 1): Promise<void> {
      const found = await held()
      expect(new Set(found.keys())).toEqual(new Set(model.keys()))
      for (const [key, cells] of model)
        for (let at = 0; at < columns; at += 1) {
          const cell = found.get(key)?.[at] ?? ''
          expect(isSameCell(cell, cells[at] ?? ''), JSON.stringify([key, at, cell, cells[at]])).toBe(true)
        }
    }

    async function rearrange(how: Move): Promise<void> {
      if (broken.isOnItsWay()) return
      if (how === 'insert') {
        const range = { sheetId: 0, dimension: 'ROWS', startIndex: FIRST_ROW, endIndex: FIRST_ROW + 1 }
        await provider.call('POST', `/${targetSsId}:batchUpdate`, { requests: [{ insertDimension: { range } }] })
        return
      }
      const rows = (await grid()).slice(FIRST_ROW).map((row) => row.slice(LEFT))
      const moved = how === 'reverse' ? rows.toReversed() : [...rows.slice(1), ...rows.slice(0, 1)]
      await provider.write(
        targetSsId,
        `Sheet1!B${FIRST_ROW + 1}`,
        moved.map((row) => Array.from({ length: WIDTH + 1 }, (_, at) => row[at] ?? '')),
      )
    }

    function moveAt(moves: readonly Move[]): void {
      const left = [...moves]
      onWrite = async () => {
        const next = left.shift()
        if (next) await rearrange(next)
      }
    }

    async function landWrites(): Promise<void> {
      seen.landed += await broken.land()
    }

    async function finish(start: () => Promise<unknown>) {
      await start()
      const run = await passLateWrites(cluster, { taskId, onWait: landWrites })
      return { ...run, log: (await cluster.readLog(taskId)).join('\n') }
    }

    async function runOnce(breaks: readonly Break[], moves: readonly Move[]): Promise<void> {
      const before = copyModel(model)
      broken.breaks.push(...breaks)
      moveAt(moves)
      const run = await finish(() => queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true }))
      moveAt([])
      broken.breaks.splice(0)
      if (run.log.includes('were moved while they were written')) seen.met += 1
      const rows = new Map((await source()).map((row): [Key, Cell[]] => [row[KEY] ?? '', row]))
      if (run.status !== 'Success') {
        expect(run.status, run.log).toBe('Error')
        if (run.log.includes('each of the 5 times')) seen.gaveUp += 1
        // Rows missing from the source are unchanged, unless they are to be cleared.
        const found = await held()
        if (missingRows === 'keep')
          for (const [key, cells] of model) {
            expect(found.get(key)?.[WIDTH] ?? '', String(key)).toBe(cells[WIDTH] ?? '')
            if (!rows.has(key)) expect(whole(found.get(key)), String(key)).toEqual(whole(cells))
          }
        snapshots.push({ runId: run.id, model: before, edited: new Set() })
        model = found
        return await runOnce([], [])
      }
      if (run.attempt > 1) seen.resumed += 1
      for (const [key, cells] of rows) {
        const known = model.get(key)
        if (known) seen.updated += 1
        else seen.added += 1
        model.set(key, [...Array.from({ length: WIDTH }, (_, at) => cells[at] ?? ''), known?.[WIDTH] ?? ''])
      }
      if (missingRows === 'clear')
        for (const key of model.keys()) if (!rows.has(key)) seen.cleared += Number(model.delete(key))
      snapshots.push({ runId: run.id, model: before, edited: new Set() })
      // A cleared row has no key, so nobody knows whose note is next to it.
      await expectRows(missingRows === 'clear' ? WIDTH : WIDTH + 1)
    }

    async function undo(which: number, moves: readonly Move[]): Promise<void> {
      const chosen = snapshots[which % Math.max(1, snapshots.length)]
      if (!chosen || !(await findChangeSets(cluster.orm, { taskId, runId: chosen.runId }))?.[0]) return
      moveAt(moves)
      const request = { beforeRunId: chosen.runId, edited: 'leave' as const, editedDigest: '' }
      const { status, log } = await finish(() => queue.undo({ taskId, undo: request, triggeredBy: 'jo' }))
      moveAt([])
      expect(chosen.edited.size > 0 ? ['Success', 'Warning'] : ['Success'], log).toContain(status)
      const before = copyModel(chosen.model)
      for (const place of chosen.edited) {
        const [key, column] = JSON.parse(place) as [Key, number]
        const cells = before.get(key) ?? []
        cells[column] = 'by hand'
        before.set(key, cells)
      }
      model = before
      snapshots = []
      seen.undone += 1
      await expectRows(WIDTH)
      // A cleared row comes back beside another note if its place was taken.
      model = await held()
    }

    /** Edits a cell of a row that is older than all runs that can be undone. */
    async function edit(which: number, column: number): Promise<void> {
      const key = [...model.keys()].filter((each) => snapshots.every((snapshot) => snapshot.model.has(each)))[which % 3]
      const cells = key === undefined ? undefined : model.get(key)
      if (key === undefined || !cells) return
      const rows = await grid()
      const row = rows.findIndex((held, at) => at >= FIRST_ROW && isSameCell(held[LEFT + KEY], key)) + 1
      cells[column] = 'by hand'
      await provider.write(targetSsId, `Sheet1!${'BCD'[column]}${row}`, [['by hand']])
      for (const { edited } of snapshots) edited.add(JSON.stringify([key, column]))
    }

    return async function take(step: Step): Promise<void> {
      const rows = await source()
      switch (step.kind) {
        case 'run':
          return await runOnce(step.breaks, step.moves)
        case 'undo':
          return await undo(step.which, step.moves)
        case 'edit':
          return await edit(step.which, step.column)
        case 'move':
          return await rearrange(step.move)
        case 'own': {
          const row = Math.max((await grid()).length, FIRST_ROW) + 1
          const key = `own ${row} ${model.size}`
          if (model.has(key) || row > 40) return
          await provider.call('POST', `/${targetSsId}:batchUpdate`, {
            requests: [{ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 2 } }],
          })
          const cells = ['mine', key, 7, `note ${key}`]
          await provider.write(targetSsId, `Sheet1!B${row}`, [cells])
          model.set(key, cells)
          snapshots = []
          return
        }
        case 'remove':
        case 'source': {
          const others = rows.filter((row) => row[KEY] !== step.order)
          const known = rows.find((row) => row[KEY] === step.order) ?? ['', step.order, '']
          const changed =
            step.kind === 'source' ? known.map((cell, at) => (at === step.column ? step.cell : cell)) : undefined
          const all = changed ? [...others, changed] : others
          if (all.length === 0) return
          const blank = Array.from({ length: 11 - all.length }, () => ['', '', ''])
          await provider.write(
            sourceSsId,
            'Sheet1!A2',
            [...all, ...blank].map((row) => [0, 1, 2].map((at) => row[at] ?? '')),
          )
        }
      }
    }
  }

  const run: Step = { kind: 'run', breaks: [], moves: [] }
  const change: Step = { kind: 'source', order: 2, column: 2, cell: 'new' }
  const insertThenSort: Move[] = ['insert', 'reverse']
  const known: ['keep' | 'clear', Step[]][] = [
    [
      'keep',
      [{ ...run, breaks: [{ rowsApplied: 1, rest: 'late' }] }, change, { kind: 'undo', which: 0, moves: ['reverse'] }],
    ],
    [
      'clear',
      [
        { ...run, moves: ['reverse', 'rotate', 'reverse', 'rotate', 'reverse', 'rotate'] },
        { kind: 'own' },
        { ...run, moves: insertThenSort },
      ],
    ],
    [
      'keep',
      [
        { ...run, breaks: [{ rowsApplied: 2, rest: 'lost' }] },
        { kind: 'remove', order: 2 },
        run,
        { kind: 'move', move: 'reverse' },
        { kind: 'undo', which: 1, moves: [] },
      ],
    ],
    [
      'clear',
      [
        run,
        { kind: 'edit', which: 0, column: 0 },
        change,
        { ...run, moves: ['insert'] },
        { kind: 'undo', which: 0, moves: ['rotate'] },
      ],
    ],
    ['clear', [run, { kind: 'undo', which: 0, moves: insertThenSort }]],
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('keep', 'clear'),
      fc.array(anyStep, { minLength: 4, maxLength: 9 }),
      async (missingRows, steps) => {
        const take = await openWorld(missingRows)
        for (const step of steps) await take(step)
        await take(run)
      },
    ),
    { ...propertyRuns({ few: 2, all: 7, examples: known }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
