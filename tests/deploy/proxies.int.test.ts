import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { freePort } from '../chaos/free-port.ts'
import { readDeployFile } from './deploy-files.ts'

/** Larger than nginx's default limit of 1 MB. */
const LARGE_FILE_BYTES = 3_000_000

interface Ports {
  readonly proxy: number
  readonly app: number
  readonly folder: string
}

interface Proxy {
  readonly name: string
  readonly versionFlag: string
  /** Writes the project's configuration, with other addresses and certificates, and says how to start. */
  prepare(ports: Ports): Promise<{ args: string[]; env?: Record<string, string> }>
}

const site = readDeployFile('nginx.conf').replace('server 127.0.0.1:3000;', 'server 127.0.0.1:APP;')

/** A complete configuration of nginx that includes a site and writes only into the folder. */
function nginxWith(siteText: string, folder: string): string {
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  return `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${own.join(' ')} ${siteText} }`
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    versionFlag: '-v',
    async prepare({ proxy, app, folder }) {
      const withoutTls = site
        .replace('listen 443 ssl;', `listen 127.0.0.1:${proxy};`)
        .replaceAll(/ssl_certificate.*\n/g, '')
        .replace('nano.example.com', 'localhost')
      await writeFile(join(folder, 'nginx.conf'), nginxWith(withoutTls.replace('APP', String(app)), folder))
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')] }
    },
  },
  {
    name: 'caddy',
    versionFlag: 'version',
    async prepare({ proxy, app, folder }) {
      const nodes = 'web-1:{$PORT:3000} web-2:{$PORT:3000}'
      const text = readDeployFile('Caddyfile')
      expect(text).toContain(nodes)
      const file = join(folder, 'Caddyfile')
      // Its own address for commands may be taken.
      await writeFile(file, `{\n\tadmin off\n}\n${text.replace(nodes, `127.0.0.1:${app}`)}`)
      const env = { DOMAIN: `http://localhost:${proxy}`, HOME: folder }
      return { args: ['run', '--config', file, '--adapter', 'caddyfile'], env }
    },
  },
]
const isInstalled = ({ name, versionFlag }: Proxy) => spawnSync(name, [versionFlag]).error === undefined

for (const proxy of proxies) {
  const title = isInstalled(proxy)
    ? `through ${proxy.name}, people sign in, see changes at once and upload files; operators' addresses stay inside`
    : `skipped, because ${proxy.name} is not installed: apt-get install ${proxy.name}`
  test.skipIf(!isInstalled(proxy))(title, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-proxy-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    const ports = { proxy: await freePort(), app: await freePort(), folder }
    const url = `http://localhost:${ports.proxy}`
    parts.use(await startTestApp({ env: { PORT: String(ports.app), PUBLIC_URL: url }, isSignedIn: false }))
    const { args, env } = await proxy.prepare(ports)
    const running = spawn(proxy.name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    running.stderr.on('data', (chunk) => {
      output += String(chunk)
    })
    const exited = once(running, 'exit')
    parts.defer(async () => {
      running.kill('SIGTERM')
      await exited
    })
    await eventually({
      what: `${proxy.name} to answer`,
      read: () =>
        fetch(`${url}/api/app_info`).then(
          ({ status }) => status,
          () => undefined,
        ),
      until: (status) => status === 200,
      details: async () => output,
    })

    const member = new ApiClient(url)
    await member.signIn('ada@example.com')
    await using events = await openEvents(member)
    const { id } = await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
    await events.next((event) => event.kind === 'changed' && event.what === 'task_types')
    expect((await member.call(api.taskTypes.list)).map((type) => type.id)).toEqual([id])
    const content = `name\n${'x'.repeat(LARGE_FILE_BYTES)}`
    const refusal = await member.upload(api.tasks.previewImport, { name: 'tasks.csv', content }).catch(String)
    expect(refusal).not.toMatch(/413|too large|but not as Nano Sync does/i)
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      expect((await fetch(url + path)).status).toBe(404)
    }
  })
}

test.skipIf(!proxies.slice(0, 1).every(isInstalled))(
  'nginx accepts the site as it is, with a certificate',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-nginx-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'nano.example.com' }])
    await writeFile(join(folder, 'fullchain.pem'), cert)
    await writeFile(join(folder, 'privkey.pem'), key)
    const text = site.replace('APP', '3000').replaceAll('/etc/letsencrypt/live/nano.example.com', folder)
    await writeFile(join(folder, 'nginx.conf'), nginxWith(text, folder))
    // nginx exits with another code than 0 if anything is wrong.
    execFileSync('nginx', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')])
  },
)
