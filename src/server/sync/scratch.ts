import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/diff-patches.ts'
import { Spool } from './spool.ts'

/** What a run knows and cannot keep in memory; each entry of a spool is a chunk. */
export interface Scratch extends AsyncDisposable {
  /** The source's data rows without their trailing empty cells, followed by the empty rows of its grid. */
  rows: Spool<Cell[][]>
  /** Cells that get a value. */
  fills: Spool<Patch[]>
  /** Cells of the target where the source has none, also those outside of the region to copy. */
  clears: Spool<Patch[]>
}

/** Opens files in a folder of their own; they are gone when it is disposed of. */
export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  const rows = await Spool.open<Cell[][]>(join(folder, 'rows'))
  const fills = await Spool.open<Patch[]>(join(folder, 'fills'))
  const clears = await Spool.open<Patch[]>(join(folder, 'clears'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  // Where an open file outlives its name, even a killed process leaves nothing behind.
  await removeFolder().catch(() => undefined)
  return {
    rows,
    fills,
    clears,
    async [Symbol.asyncDispose]() {
      await Promise.all([rows, fills, clears].map((spool) => spool[Symbol.asyncDispose]()))
      await removeFolder()
    },
  }
}
