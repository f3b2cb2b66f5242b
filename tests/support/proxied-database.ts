import { tmpdir } from 'node:os'
import { adminUrl } from './postgres-server.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { openTestDatabase } from './test-database.ts'

interface ProxiedDatabase extends AsyncDisposable {
  /** Address of the database through the proxy. */
  readonly url: string
  /** Address of the database without the proxy. */
  readonly directUrl: string
  readonly proxy: TcpProxy
  /** `SESSION_SECRET` and, through the proxy, `DATABASE_URL`. */
  readonly env: Readonly<Record<string, string>>
}

/** Opens a database on the server in TEST_DATABASE_URL, behind a proxy that can break its connections. */
export async function openProxiedDatabase(): Promise<ProxiedDatabase> {
  await using parts = new AsyncDisposableStack()
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const { hostname, port } = new URL(adminUrl() ?? '')
  const proxy = parts.use(await openTcpProxy({ host: hostname, port: Number(port || 5432) }))
  const directUrl = env['DATABASE_URL'] ?? ''
  const url = proxy.proxiedUrl(directUrl)
  const opened = parts.move()
  return {
    url,
    directUrl,
    proxy,
    env: { ...env, DATABASE_URL: url },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
