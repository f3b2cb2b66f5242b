import { isDeepStrictEqual } from 'node:util'
import {
  type CellChange,
  type ChangeBlock,
  type ChangeCounts,
  changesIn,
  countChanges,
  type EnteredPatch,
  NO_CHANGES,
  splitIntoBlocks,
} from '#domain/copy/change-block.ts'
import { isSameEntry } from '#domain/copy/entered.ts'
import { countCells, measureArea } from '#domain/copy/patch.ts'
import { pluralize } from '#domain/pluralize.ts'
import { DiskBuffer } from '#engine/compare/disk-buffer.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { type ChangeChunk, packChunk } from './change-chunk.ts'
import type { OpenChangeSet } from './change-store.ts'
import type { EnteredCells } from './entered-cells.ts'

const MAX_CELLS_PER_CHUNK = 5_000
/** Maximum size of changes that are certainly few enough to keep. */
const MAX_SMALL_BYTES = 30_000_000
/** Maximum length of a chunk before it is compressed. */
const MAX_CHUNK_LENGTH = 1_000_000

/** Records the cells up to a position: the cells of the patches about to be written. Awaited before each write. */
export type RecordUpTo = (position: number, patches: readonly EnteredPatch[]) => Promise<void>

export interface RecordOptions {
  /** The patches to write, in this order. */
  patches: () => AsyncIterable<EnteredPatch>
  /** Opens the change set, only if there is something to record. */
  open: () => Promise<OpenChangeSet>
  /** Reads the entries of the cells; undefined if the patches contain them. */
  entered: EnteredCells | undefined
  /** Approximate size of all patches as JSON. */
  bytes?: number
  tempDir: string
  stack: AsyncDisposableStack
  log: SyncPorts['log']
}

/**
 * Prepares the record of a write before its first request. Cells go to the database just before they are written, so everything
 * that may have been written is recorded. Large changes are first compressed into a temporary file, to find out whether they
 * are too many to keep. If they are, this is logged before anything is written.
 */
export async function prepareRecord(options: RecordOptions): Promise<RecordUpTo> {
  const { patches, open, entered, bytes = Number.POSITIVE_INFINITY } = options
  if (entered || bytes > MAX_SMALL_BYTES) return await prepareLargeRecord(options)
  for await (const _ of patches()) return await recordAsWritten(await open(), options)
  return async () => {}
}

/** Records the cells of each request from its patches. */
async function recordAsWritten(set: OpenChangeSet, options: RecordOptions): Promise<RecordUpTo> {
  if (set.bytes + 2 * MAX_SMALL_BYTES > set.maxBytes)
    return await prepareLargeRecord({ ...options, open: async () => set })
  return async (_position, patches) => {
    const packed: ChangeChunk[] = []
    const packer = createPacker(async (chunk) => void packed.push(chunk))
    for (const patch of patches) {
      for (const block of splitIntoBlocks(patch, { maxCells: MAX_CELLS_PER_CHUNK })) {
        await packer.add(await withoutEarlier(block, set), { position: countCells({ cells: block.after }) })
      }
    }
    await packer.flush()
    if (packed.length > 0) await set.append(packed)
  }
}

async function prepareLargeRecord(options: RecordOptions): Promise<RecordUpTo> {
  const { patches, open, stack, log } = options
  const buffer = stack.use(new DiskBuffer<BufferedChunk>(options.tempDir))
  const packer = createPacker(async ({ blocks, ...chunk }, position) => {
    const base64 = Buffer.from(blocks).toString('base64')
    await buffer.append({ ...chunk, position, base64 }, { bytes: base64.length })
  })
  let set: OpenChangeSet | undefined
  for await (const patch of patches()) {
    set ??= await open()
    const before = options.entered && (await options.entered.read(measureArea(patch)))
    for (const block of splitIntoBlocks(before ? { ...patch, before } : patch, { maxCells: MAX_CELLS_PER_CHUNK })) {
      await packer.add(await withoutEarlier(block, set), { position: countCells({ cells: block.after }) })
      if (set.bytes + packer.bytes > set.maxBytes) packer.onlyCount()
    }
  }
  await packer.flush()
  if (!set) return async () => {}
  if (packer.isOnlyCounting) {
    const { filled, changed, cleared } = packer.counts
    const cells = pluralize(filled + changed + cleared, 'cell')
    log('WARNING', `This run cannot be undone: it changes ${cells}, which is too much to keep.`)
    await set.giveUp(packer.counts)
    return async () => {}
  }
  return createRecorder(set, buffer)
}

interface BufferedChunk extends Omit<ChangeChunk, 'blocks'> {
  /** Number of cells written before the chunk's first cell. */
  position: number
  base64: string
}

function createRecorder(set: OpenChangeSet, buffer: DiskBuffer<BufferedChunk>): RecordUpTo {
  const chunks = buffer[Symbol.asyncIterator]()
  let next: BufferedChunk | undefined
  return async (position) => {
    const due: ChangeChunk[] = []
    for (;;) {
      next ??= (await chunks.next()).value ?? undefined
      if (!next || next.position >= position) break
      const { base64, position: _, ...chunk } = next
      due.push({ ...chunk, blocks: Buffer.from(base64, 'base64') })
      next = undefined
    }
    if (due.length > 0) await set.append(due)
  }
}

/** Leaves out cells an earlier attempt recorded with the same values. */
async function withoutEarlier(block: ChangeBlock, set: OpenChangeSet): Promise<ChangeBlock> {
  const { firstRow, lastRow } = measureArea({ ...block, cells: block.after })
  const earlier = new Map<string, CellChange>()
  for (const other of await set.earlierBlocks({ firstRow, lastRow })) {
    for (const change of changesIn(other)) earlier.set(`${change.row} ${change.column}`, change)
  }
  if (earlier.size === 0) return block
  const isRecorded = (change: CellChange) => {
    const known = earlier.get(`${change.row} ${change.column}`)
    return (
      known &&
      isDeepStrictEqual(known.key, change.key) &&
      isSameEntry(known.before, change.before) &&
      isSameEntry(known.after, change.after)
    )
  }
  const left = { ...block, after: block.after.map((cells) => [...cells]) }
  for (const change of changesIn(block)) {
    const cells = left.after[change.row - block.row]
    if (cells && isRecorded(change)) cells[change.column - block.column] = null
  }
  return left
}

/** Packs blocks into chunks, each with the number of cells written before its first cell. */
function createPacker(addChunk: (chunk: ChangeChunk, position: number) => Promise<void>) {
  const counts: ChangeCounts = { ...NO_CHANGES }
  let blocks: ChangeBlock[] = []
  let cells = 0
  let length = 0
  let bytes = 0
  /** Positions of the first cell of the next chunk, and of the first cell after it. */
  let [first, position] = [0, 0]
  let isOnlyCounting = false

  function addCounts({ filled, changed, cleared }: ChangeCounts): void {
    counts.filled += filled
    counts.changed += changed
    counts.cleared += cleared
  }

  async function flush(): Promise<void> {
    if (isOnlyCounting) addCounts(countChanges(blocks).total)
    else if (cells > 0) {
      const chunk = packChunk(blocks)
      addCounts(chunk)
      bytes += chunk.blocks.byteLength
      await addChunk(chunk, first)
    }
    blocks = []
    cells = 0
    length = 0
    first = position
  }

  return {
    counts,
    flush,
    get bytes() {
      return bytes
    },
    get isOnlyCounting() {
      return isOnlyCounting
    },
    onlyCount() {
      isOnlyCounting = true
    },
    /** Adds a block. `position` is the number of cells to write in it. */
    async add(block: ChangeBlock, { position: taken }: { position: number }): Promise<void> {
      position += taken
      const added = countCells({ cells: block.after })
      if (added === 0) return
      blocks.push(block)
      cells += added
      length += measureLength(block)
      if (cells >= MAX_CELLS_PER_CHUNK || length >= MAX_CHUNK_LENGTH) await flush()
    },
  }
}

/** Estimates the length of a block as JSON. */
function measureLength({ before, after }: ChangeBlock): number {
  let length = 0
  for (const rows of [before, after]) {
    for (const row of rows) for (const cell of row) length += typeof cell === 'string' ? cell.length : 8
  }
  return length
}
