import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { and, asc, eq } from 'drizzle-orm'
import type { RowChange } from '#domain/copy/row-change.ts'
import type { Orm } from '#server/storage/database.ts'
import { previewBlocks } from '#server/storage/schema.ts'

/** Maximum cells to store for a task. Further cells are only counted. */
const MAX_CELLS = 100_000
const MAX_BYTES = 8_000_000
const CELLS_PER_BLOCK = 2_000
const BYTES_PER_BLOCK = 500_000

const compress = promisify(gzip)
const decompress = promisify(gunzip)

interface ChangeSaver {
  /** Adds rows, from top to bottom. */
  add(rows: readonly RowChange[]): Promise<void>
  /** Stores the remaining rows. Returns the number of stored cells, in total and by column. */
  end(): Promise<{ count: number; byColumn: Map<number, number> }>
}

/** Stores the changed cells of a preview, up to a limit. Keeps only a single block in memory. */
export function saveChanges(orm: Orm, taskPreviewId: number): ChangeSaver {
  const byColumn = new Map<number, number>()
  let block: RowChange[] = []
  let [firstCell, cells, blockBytes, totalBytes] = [0, 0, 0, 0]
  let isFull = false

  async function store(): Promise<void> {
    if (block.length === 0) return
    const rows = (await compress(JSON.stringify(block))).toString('base64')
    await orm.insert(previewBlocks).values({ taskPreviewId, firstCell, rows })
    block = []
    firstCell = cells
    blockBytes = 0
  }

  async function addRow(row: RowChange): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(row))
    // Once a row does not fit, all later rows are also left out, so the list has no gaps.
    isFull ||= cells + row.cells.length > MAX_CELLS || totalBytes + bytes > MAX_BYTES
    if (isFull) return
    block.push(row)
    cells += row.cells.length
    blockBytes += bytes
    totalBytes += bytes
    for (const { column } of row.cells) byColumn.set(column, (byColumn.get(column) ?? 0) + 1)
    if (cells - firstCell >= CELLS_PER_BLOCK || blockBytes >= BYTES_PER_BLOCK) await store()
  }

  return {
    async add(rows) {
      for (const row of rows) await addRow(row)
    },
    async end() {
      await store()
      return { count: cells, byColumn }
    },
  }
}

interface Block {
  firstCell: number
  rows: RowChange[]
}

/** Reads the stored cells from top to bottom, beginning with the block of the cell at `offset`. */
export async function* readBlocks(orm: Orm, { taskPreviewId, offset = 0 }: { taskPreviewId: number; offset?: number }) {
  const found = await orm
    .select({ firstCell: previewBlocks.firstCell })
    .from(previewBlocks)
    .where(eq(previewBlocks.taskPreviewId, taskPreviewId))
    .orderBy(asc(previewBlocks.firstCell))
  const starts = found.map(({ firstCell }) => firstCell)
  const from = Math.max(
    0,
    starts.findLastIndex((firstCell) => firstCell <= offset),
  )
  for (const firstCell of starts.slice(from)) {
    const block = await readBlock(orm, { taskPreviewId, firstCell })
    if (block) yield block
  }
}

async function readBlock(
  orm: Orm,
  { taskPreviewId, firstCell }: { taskPreviewId: number; firstCell: number },
): Promise<Block | undefined> {
  const [stored] = await orm
    .select({ rows: previewBlocks.rows })
    .from(previewBlocks)
    .where(and(eq(previewBlocks.taskPreviewId, taskPreviewId), eq(previewBlocks.firstCell, firstCell)))
  if (!stored) return undefined
  const json = await decompress(Buffer.from(stored.rows, 'base64'))
  return { firstCell, rows: JSON.parse(json.toString()) as RowChange[] }
}
