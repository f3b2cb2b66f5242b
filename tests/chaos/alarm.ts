import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { MAX_DELIVERY_MS, untilAlertsDelivered } from './alert-log.ts'
import type { AlertReceiver } from './alert-receiver.ts'
import type { ChaosNode } from './chaos-node.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { ChaosTask, World } from './world.ts'

/** Adds the channel that all alerts of the run go to. */
export async function addAlertChannel(client: ApiClient, url: string): Promise<void> {
  await client.call(api.alertChannels.create, { body: { kind: 'webhook', name: 'Chaos', url } })
}

/** Name of a tab that no source has, so a run fails for good. */
export const MISSING_TAB = 'Missing'

interface Options {
  client: ApiClient
  world: World
  nodes: readonly ChaosNode[]
  receiver: AlertReceiver
  cluster: PostgresCluster
}

/** Kills every node while an alert is on its way, and lets its cause recover. */
export async function killWithAlertOnItsWay({ client, world, nodes, receiver, cluster }: Options): Promise<void> {
  const { alarm } = world
  await untilAlertsDelivered(cluster)
  const arrived = receiver.receipts.length
  receiver.hold()
  await setSourceTab(client, { task: alarm, tab: MISSING_TAB })
  await client.call(api.tasks.execute, { params: alarm, body: {} })
  const read = () => receiver.receipts.length
  await eventually({ what: 'an alert', read, until: (count) => count > arrived, timeoutMs: MAX_DELIVERY_MS })
  for (const node of nodes) node.kill()
  receiver.release()
  await Promise.all(nodes.map((node) => node.untilReady()))
  await setSourceTab(client, { task: alarm, tab: alarm.name })
  await client.call(api.tasks.execute, { params: alarm, body: {} })
  await untilAlertsDelivered(cluster)
}

/** Makes the runs of the task fail, or work again. */
export async function setSourceTab(client: ApiClient, { task, tab }: { task: ChaosTask; tab: string }): Promise<void> {
  await client.call(api.tasks.update, { params: { id: task.id }, body: { source_sheet_name: tab } })
}
