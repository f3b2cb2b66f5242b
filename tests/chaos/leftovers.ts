import { readdir } from 'node:fs/promises'
import { eventually } from '#tests/support/eventually.ts'
import { tempFolder } from './chaos-node.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { Check } from './records.ts'

/** Maximum time, on a busy machine too. */
const MAX_CLEANUP_MS = 3 * 60_000

interface Options {
  /** Folders of the nodes. The nodes were just started and have nothing to do. */
  folders: readonly string[]
  cluster: PostgresCluster
  /** How many nodes were killed, and so could not clean up. */
  killed: number
}

/** Starting nodes clean up after killed nodes: temporary files, and data copies no task shows. */
export async function checkLeftovers({ folders, cluster, killed }: Options): Promise<Check> {
  const promise = 'No temporary files and no unpublished data copies are left'
  const problems = await eventually({
    what: promise,
    read: () => leftovers({ folders, cluster }),
    until: (left) => left.length === 0,
    timeoutMs: MAX_CLEANUP_MS,
  }).catch(() => leftovers({ folders, cluster }))
  return { promise, seen: killed, problems }
}

async function leftovers({ folders, cluster }: Pick<Options, 'folders' | 'cluster'>): Promise<string[]> {
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(tempFolder(folder))).map((name) => `${tempFolder(folder)}/${name}`)),
  )
  const [copies] = await cluster.query<{ count: string }>(
    'select count(*) from data_copies where id not in (select data_copy_id from tasks where data_copy_id is not null)',
  )
  const count = Number(copies?.count)
  return [...files.flat(), ...(count > 0 ? [`${count} unpublished data copies`] : [])]
}
