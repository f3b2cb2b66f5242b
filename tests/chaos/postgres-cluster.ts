import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const INSTALLATIONS = '/usr/lib/postgresql'
const DATABASE = 'nano_sync'
const MAX_TRIES = 30
/** Maximum time, on a busy machine too. */
const MAX_START_SECONDS = '300'
const RETRY_AFTER_MS = 500
/** With the default `work_mem`, the server clears 8 MB of memory for each recursive query, whose rows it overestimates. */
const SETTINGS = '-c max_connections=300 -c fsync=off -c work_mem=256kB'
/** The harness's own sessions. Faults spare them. */
const APPLICATION = 'chaos'

/** A PostgreSQL server of the harness's own. */
export interface PostgresCluster extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** Address by a socket of the file system, which takes less CPU time than TCP. */
  readonly socketUrl: string
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** `fast` ends all sessions; `immediate` is like a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Ends up to `count` random sessions of nodes; returns how many. */
  endSessions(count: number): Promise<number>
}

/** Creates and starts a server in `folder` with the programs in `programs`, or with the newest installed PostgreSQL. */
export async function startPostgresCluster(folder: string, programs?: string): Promise<PostgresCluster> {
  const bin = programs ?? join(INSTALLATIONS, await newestVersion(), 'bin')
  const owner = await serverOwner()
  const data = join(folder, 'postgres')
  await mkdir(data)
  if (owner) {
    await chown(data, owner.uid, owner.gid)
    await chmod(folder, 0o711)
  }
  const runAsOwner = (program: string, args: string[]) => run(join(bin, program), args, { cwd: '/', ...owner })
  await runAsOwner('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data} ${SETTINGS}`
  const control = (...args: string[]) =>
    runAsOwner('pg_ctl', ['-D', data, '-w', '-t', MAX_START_SECONDS, '-l', join(data, 'log'), '-o', settings, ...args])
  await control('start')
  let restarting = Promise.resolve()
  const formatUrl = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`

  async function queryOnce<Row extends pg.QueryResultRow>(sql: string, values: unknown[], database: string) {
    const client = new pg.Client({ connectionString: formatUrl(database), application_name: APPLICATION })
    // The server may be restarted at any time; the query reports the restart.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Repeats what a restart of the server interrupts. */
  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = [], database = DATABASE) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await queryOnce<Row>(sql, values, database)
      } catch (error) {
        if (tries === MAX_TRIES) throw error
        await delay(RETRY_AFTER_MS)
      }
    }
  }

  await query(`CREATE DATABASE ${DATABASE}`, [], 'postgres')
  return {
    port,
    url: formatUrl(DATABASE),
    socketUrl: `${formatUrl(DATABASE)}?${new URLSearchParams({ host: data })}`,
    query,
    restart(mode) {
      restarting = restarting.then(async () => void (await control('-m', mode, 'restart')))
      return restarting
    },
    async endSessions(count) {
      const ended = await query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where datname = $1 and application_name <> $2 and backend_type = 'client backend'
           order by random() limit $3) victim`,
        [DATABASE, APPLICATION, count],
      )
      return ended.length
    },
    [Symbol.asyncDispose]: async () => void (await control('-m', 'immediate', 'stop')),
  }
}

/** Whether Debian's PostgreSQL is installed. */
export async function hasPostgres(): Promise<boolean> {
  return (await installedVersions()).length > 0
}

async function newestVersion(): Promise<string> {
  const newest = (await installedVersions()).sort((one, other) => other - one)[0]
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${INSTALLATIONS}. Install Debian's postgresql.`)
  return String(newest)
}

async function installedVersions(): Promise<number[]> {
  return (await readdir(INSTALLATIONS).catch(() => [])).map(Number)
}

/** Finds another user for the server, because it refuses to run as root. */
async function serverOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const readId = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await readId('-u'), gid: await readId('-g') }
}
