import { rowWidth } from '#domain/copy/cell.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type Block, splitIntoBlocks } from './blocks.ts'
import { type CopyMemory, digestOf, isSameBlock } from './copy-memory.ts'
import type { PlannedWindow, WindowPlan } from './plan-windows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import { readSettledRows, type SettledRows } from './read-settled-rows.ts'
import type { Source } from './resolve-tabs.ts'
import type { TargetReader } from './target-reader.ts'

/** The same rows of both tabs. */
export interface WindowRead {
  window: Window
  /** Without a header above the first row to copy. */
  toCopy: Window
  source: SettledRows
  blocks: Block[]
  /** Digest of the header; undefined except in the first window. */
  header: string | undefined
  /** The target's rows from `toCopy` on; undefined if they are known to equal the source's. */
  target: RowsRead | undefined
}

interface ReadOptions {
  source: Source
  target: TargetReader
  plan: WindowPlan
  startRow: number
  blockRows: number
  memory: CopyMemory | undefined
}

/** Reads the windows in order. While one is compared, the next ones are on their way. */
export async function* readWindows(client: SheetsClient, options: ReadOptions): AsyncGenerator<WindowRead> {
  const { plan } = options
  const pending: Promise<WindowRead>[] = []
  const readAhead = () => {
    while (pending.length < plan.depth) {
      const window = plan.next()
      if (!window) return
      const read = readWindow(client, { ...options, window })
      // A caller that waits for it sees the error; none may, once an earlier window has failed.
      read.catch(() => undefined)
      pending.push(read)
    }
  }
  readAhead()
  for (let read = await pending.shift(); read; read = await pending.shift()) {
    plan.record(read.window, Math.max(read.source.bytes, read.target?.bytes ?? 0))
    readAhead()
    yield read
  }
}

interface WindowOptions extends ReadOptions {
  window: PlannedWindow
}

async function readWindow(client: SheetsClient, options: WindowOptions): Promise<WindowRead> {
  const { source, target: reader, startRow, blockRows, memory } = options
  const { isLast, ...window } = options.window
  const toCopy = { ...window, firstRow: Math.max(window.firstRow, startRow) }
  const isFirst = window.firstRow <= Math.max(startRow - 1, 1)
  const sourceRead = readSettledRows(client, { ...source, window, lastColumn: source.tab.columnCount }).then((read) => {
    const blocks = splitIntoBlocks({ window, rows: read.rows, isLast, startRow, blockRows })
    const names = read.rows[0] ?? []
    const header = isFirst ? digestOf(JSON.stringify(names.slice(0, rowWidth(names)))) : undefined
    return { source: read, blocks, header }
  })
  const toCompare = sourceRead.then((read) => ({
    rows: read.source.rows.slice(toCopy.firstRow - window.firstRow),
    isUnchanged: memory !== undefined && isAsRemembered(read, memory),
  }))
  toCompare.catch(() => undefined)
  const [read, target] = await Promise.all([sourceRead, reader.read({ window: toCopy, source: toCompare })])
  return { window, toCopy, ...read, target }
}

/** Whether the source holds here what it held at the last run. */
function isAsRemembered({ blocks, header }: Pick<WindowRead, 'blocks' | 'header'>, memory: CopyMemory): boolean {
  if (header !== undefined && header !== memory.header) return false
  return blocks.every(({ index, digest }) => isSameBlock(index, digest, memory))
}
