import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import type { SourceFacts, SourceStore, StoredSource } from '#engine/sources/source-store.ts'
import type { Orm } from '#server/storage/database.ts'
import { sourceCopies } from '#server/storage/schema.ts'

const decompress = promisify(zstdDecompress)
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Number of database rows, each with a chunk, to read at once. */
const CHUNKS_PER_READ = 8

/** Opens the stored rows of a task's sources. */
export function openSourceCopies(orm: Orm, taskId: number): SourceStore {
  const isSource = (source: string) => and(eq(sourceCopies.taskId, taskId), eq(sourceCopies.source, source))

  async function readFacts(source: string): Promise<SourceFacts | undefined> {
    const [first] = await orm
      .select({ content: sourceCopies.content })
      .from(sourceCopies)
      .where(and(isSource(source), eq(sourceCopies.chunk, 0)))
    return first && ((await unpack(first.content)) as SourceFacts)
  }

  async function* readRows(source: string): AsyncGenerator<Cell[][]> {
    for (let last = 0; ; ) {
      const chunks = await orm
        .select({ chunk: sourceCopies.chunk, content: sourceCopies.content })
        .from(sourceCopies)
        .where(and(isSource(source), gt(sourceCopies.chunk, last)))
        .orderBy(asc(sourceCopies.chunk))
        .limit(CHUNKS_PER_READ)
      for (const { chunk, content } of chunks) {
        last = chunk
        yield (await unpack(content)) as Cell[][]
      }
      if (chunks.length < CHUNKS_PER_READ) return
    }
  }

  async function store(source: string, { rows, ...facts }: StoredSource): Promise<void> {
    await orm.transaction(async (tx) => {
      await tx.delete(sourceCopies).where(isSource(source))
      await tx.insert(sourceCopies).values({ taskId, source, chunk: 0, content: pack(facts) })
      let chunk = 0
      for await (const block of rows) {
        chunk += 1
        await tx.insert(sourceCopies).values({ taskId, source, chunk, content: pack(block) })
      }
    })
  }

  return {
    async read({ key, digest }) {
      const facts = await readFacts(key)
      if (facts?.digest !== digest) return undefined
      return { ...facts, rows: { [Symbol.asyncIterator]: () => readRows(key) } }
    },
    async save(sources) {
      for (const [key, source] of sources) {
        if ((await readFacts(key))?.digest !== source.digest) await store(key, source)
      }
    },
  }
}

/** Packs a value into compressed JSON. */
export function pack(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value), OPTIONS)
}

/** Unpacks a value. */
export async function unpack(content: Uint8Array): Promise<unknown> {
  return JSON.parse((await decompress(content)).toString())
}
