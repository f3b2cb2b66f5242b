import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { startExternalOidcProvider } from '#tests/support/external-oidc-provider.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { freePort } from '../chaos/free-port.ts'
import { environmentIn, example, nodes, type Service } from './compose-file.ts'
import { ROOT } from './deploy-files.ts'

const CLIENT_ID = 'nano-sync-in-compose'
const TOKEN = randomBytes(16).toString('hex')

beforeAll(() => promisify(execFile)(process.execPath, [join(ROOT, 'scripts/setup.js')]))

interface Place {
  readonly folder: string
  readonly dotEnv: Readonly<Record<string, string | undefined>>
}

/**
 * Starts the program of a service's container, with its environment. Only the folder and the address are of this
 * machine.
 */
async function startNode(service: Service, { folder, dotEnv }: Place) {
  const port = await freePort()
  const env = {
    ...environmentIn(service, dotEnv),
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  const app = spawn(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = text(app.stdout)
  const exited = once(app, 'exit')
  await untilRunning(app)
  return {
    url: `http://127.0.0.1:${port}`,
    /** Stops it as Docker does, and returns what it printed. */
    async stop() {
      app.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      return output
    },
    async [Symbol.asyncDispose]() {
      app.kill('SIGKILL')
      await exited
    },
  }
}

/** A request as the proxy of the file makes it. */
async function get(url: string, headers: Record<string, string> = {}) {
  const sent = request(url, { headers: { host: example['DOMAIN'], ...headers } }).end()
  const [reply] = await once(sent, 'response')
  return { status: reply.statusCode, location: reply.headers.location, body: await text(reply) }
}

test.skipIf(adminUrl() === undefined)(
  'the nodes of the file start with every setting of .env, secrets from files, and without a key',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-compose-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    const provider = parts.use(await startExternalOidcProvider({ clientId: CLIENT_ID }))
    const database = parts.use(await openTestDatabase(folder))
    const tokenFile = join(folder, 'metrics-token')
    await writeFile(tokenFile, `${TOKEN}\n`, { mode: 0o600 })
    const { METRICS_TOKEN: _isInFile, ...others } = example
    const added = { OIDC_CLIENT_ID: CLIENT_ID, OIDC_ISSUER: provider.issuer, SMTP_URI: 'smtp://mail.example.com' }
    const dotEnv = { ...others, ...database.env, ...added, METRICS_TOKEN_FILE: tokenFile }

    for (const node of nodes) {
      const app = parts.use(await startNode(node, { folder: join(folder, node.name), dotEnv }))
      expect((await get(`${app.url}/readyz`)).status).toBe(200)
      const metrics = await get(`${app.url}/metrics`, { authorization: `Bearer ${TOKEN}` })
      expect(metrics.body).toContain('nano_sync_database_up 1')
      if (node.environment['ROLE'] === 'web') {
        expect((await get(`${app.url}/`)).body).toContain('<div id="root">')
        expect((await get(`${app.url}/auth/login`)).location).toContain(`${provider.issuer}/authorize`)
      }
      expect(await app.stop()).toContain('Unknown setting SMTP_URI: did you mean SMTP_URL?')
    }
  },
)
