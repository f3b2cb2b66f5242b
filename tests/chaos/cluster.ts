import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiClient } from '#tests/support/api-client.ts'
import { openTcpProxy } from '#tests/support/tcp-proxy.ts'
import { startChaosNode } from './chaos-node.ts'
import type { Member } from './faults.ts'
import { freePort } from './free-port.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { type GatewayOptions, openProviderGateway } from './provider-gateway.ts'

const NODE_COUNT = 3
const MAX_CLOCK_ERROR_MS = 5 * 60_000

interface Options extends Omit<GatewayOptions, 'node'> {
  folder: string
  cluster: PostgresCluster
}

/** Starts the nodes, each with links of its own to the database and the provider. */
export async function startMembers(parts: AsyncDisposableStack, options: Options): Promise<Member[]> {
  const { folder, cluster, random } = options
  const sessionSecret = randomBytes(32).toString('hex')
  const members: Member[] = []
  for (let number = 1; number <= NODE_COUNT; number += 1) {
    const name = `node-${number}`
    const home = join(folder, name)
    await mkdir(home)
    let pid = () => 0
    const gateway = parts.use(await openProviderGateway({ ...options, node: { name, pid: () => pid() } }))
    const databaseLink = parts.use(await openTcpProxy({ host: '127.0.0.1', port: cluster.port }))
    const node = parts.use(
      await startChaosNode({
        name,
        folder: home,
        port: await freePort(),
        databaseUrl: databaseLink.proxiedUrl(cluster.url),
        sheetsUrl: gateway.url,
        sessionSecret,
        clockOffsetMs: () => random.between(-MAX_CLOCK_ERROR_MS, MAX_CLOCK_ERROR_MS),
      }),
    )
    pid = () => node.pid
    members.push({ node, databaseLink, gateway })
    await node.untilReady()
  }
  return members
}

/** Signs in at every node. */
export async function signInEverywhere(members: readonly Member[]): Promise<ApiClient[]> {
  const clients = members.map(({ node }) => new ApiClient(node.url))
  for (const client of clients) await client.signIn('ada@example.com')
  return clients
}
