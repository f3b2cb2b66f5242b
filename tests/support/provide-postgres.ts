import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, startPostgresCluster } from '#tests/chaos/postgres-cluster.ts'

/**
 * Starts a PostgreSQL server until the result is disposed of, if Debian's package is installed and `TEST_DATABASE_URL` is not
 * set. Tests then take two thirds of the time that they need on the embedded database.
 */
export async function providePostgres(): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  if (!process.env['TEST_DATABASE_URL'] && (await hasPostgres())) {
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-postgres-'))
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    process.env['TEST_DATABASE_URL'] = parts.use(await startPostgresCluster(folder)).socketUrl
  }
  return parts.move()
}
