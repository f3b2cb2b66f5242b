import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import type { DataCopyStore } from '#engine/job/sync-job.ts'
import { pack, unpack } from '#server/copy-jobs/source-copies.ts'
import type { Orm } from '#server/storage/database.ts'
import { sourceCopies, targetCopies } from '#server/storage/schema.ts'

const ROWS_PER_CHUNK = 500

/** Rows of a single target after its last copy. The next run needs them to find edits by hand. */
export interface TargetRows extends DataCopyStore {
  /** Reads stored rows, counted from 0. */
  readRows(first: number, count: number): Promise<Cell[][]>
}

/** Opens the stored rows of a target. */
export function openTargetRows(orm: Orm, { taskId, key }: { taskId: number; key: string }): TargetRows {
  const source = `target ${key}`
  const ofTarget = and(eq(sourceCopies.taskId, taskId), eq(sourceCopies.source, source))

  /** Replaces the rows. The state of the target no longer describes them until its copy has ended. */
  async function replace(chunks: readonly Uint8Array[]): Promise<void> {
    await orm.transaction(async (tx) => {
      await tx
        .update(targetCopies)
        .set({ left: sql`${targetCopies.left} - 'state'` })
        .where(and(eq(targetCopies.taskId, taskId), eq(targetCopies.valueKey, key)))
      await tx.delete(sourceCopies).where(ofTarget)
      for (const [chunk, content] of chunks.entries())
        await tx.insert(sourceCopies).values({ taskId, source, chunk, content })
    })
  }

  return {
    async open() {
      const chunks: Uint8Array[] = []
      let rows: Cell[][] = []
      return {
        async append(added) {
          rows.push(...added)
          for (; rows.length >= ROWS_PER_CHUNK; rows = rows.slice(ROWS_PER_CHUNK))
            chunks.push(pack(rows.slice(0, ROWS_PER_CHUNK)))
        },
        keep: async () => 0,
        publish: () => replace(rows.length > 0 ? [...chunks, pack(rows)] : chunks),
        async [Symbol.asyncDispose]() {},
      }
    },
    async readRows(first, count) {
      const from = Math.floor(first / ROWS_PER_CHUNK)
      const to = Math.floor((first + count - 1) / ROWS_PER_CHUNK)
      const found = await orm
        .select({ content: sourceCopies.content })
        .from(sourceCopies)
        .where(and(ofTarget, between(sourceCopies.chunk, from, to)))
        .orderBy(asc(sourceCopies.chunk))
      const rows: Cell[][] = []
      for (const { content } of found) rows.push(...((await unpack(content)) as Cell[][]))
      const skipped = first - from * ROWS_PER_CHUNK
      return rows.slice(skipped, skipped + count)
    },
  }
}
