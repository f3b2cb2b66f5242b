import { setTimeout as delay } from 'node:timers/promises'
import type { TcpProxy } from '#tests/support/tcp-proxy.ts'
import type { ChaosNode } from './chaos-node.ts'
import { collectOngoing } from './ongoing.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { FaultRates, ProviderGateway } from './provider-gateway.ts'
import type { Random } from './random.ts'

/** A node and the links that faults break. */
export interface Member {
  readonly node: ChaosNode
  readonly databaseLink: TcpProxy
  readonly gateway: ProviderGateway
}

export interface FaultOptions {
  readonly members: readonly Member[]
  readonly cluster: PostgresCluster
  /** Fault rates of every node's requests to the provider. */
  readonly rates: FaultRates
  readonly random: Random
}

/** Breaks something, and repairs it before it resolves. */
type Fault = (target: FaultOptions & { member: Member }) => Promise<void>

const seconds = (min: number, max: number, random: Random) => delay(random.between(min * 1000, max * 1000))

/** Longer than a lease. */
const FROZEN = [22, 32] as const
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 3000
const BACKGROUND: FaultRates = { failing: 0.01, breaking: 0.01, slow: 0.02 }
const BURST: FaultRates = { failing: 0.15, breaking: 0.15, slow: 0.1 }

/** Every fault, by the name the report shows. */
const faults: Readonly<Record<string, Fault>> = {
  'kill -9': async ({ member }) => member.node.kill(),
  'frozen past its lease': async ({ member, random }) => {
    member.node.freeze()
    await seconds(...FROZEN, random)
    member.node.thaw()
  },
  'sessions ended': async ({ cluster, random }) => void (await cluster.endSessions(random.between(1, 12))),
  'database links reset': async ({ member }) => member.databaseLink.reset(),
  'database link cut': async ({ member, random }) => {
    await member.databaseLink.cut()
    await seconds(2, 15, random)
    await member.databaseLink.restore()
  },
  'database link stalled': async ({ member, random }) => {
    member.databaseLink.stall()
    await seconds(2, 25, random)
    await member.databaseLink.restore()
  },
  'database link black-holed': async ({ member, random }) => {
    member.databaseLink.blackHole()
    await seconds(2, 30, random)
    await member.databaseLink.restore()
  },
  'provider link cut': ({ member, random }) => breakProviderLink('cut', { member, random }),
  'provider link stalled': ({ member, random }) => breakProviderLink('stalled', { member, random }),
  'provider link black-holed': ({ member, random }) => breakProviderLink('black-holed', { member, random }),
  'killed with a request on its way': async ({ member, random }) => {
    member.gateway.setLink('stalled')
    await seconds(1, 3, random)
    member.node.kill()
    await seconds(2, 14, random)
    member.gateway.setLink('open')
  },
  'provider failing': async ({ rates, random }) => {
    Object.assign(rates, BURST)
    await seconds(3, 8, random)
    Object.assign(rates, BACKGROUND)
  },
  'quota used up by others': async ({ member }) => member.gateway.refuseNext(1),
  'database restarted': async ({ cluster, random }) => cluster.restart(random.pick(['fast', 'immediate'])),
  'scratch folder broken': async ({ member, random }) => {
    await member.node.breakTempDir()
    await seconds(3, 12, random)
    await member.node.repairTempDir()
  },
}

/** How often a fault occurs in each round; once by default. */
const frequency: Readonly<Record<string, number>> = {
  'kill -9': 4,
  'frozen past its lease': 2,
  'sessions ended': 4,
  'database links reset': 2,
  'killed with a request on its way': 2,
}

async function breakProviderLink(
  state: 'cut' | 'stalled' | 'black-holed',
  { member, random }: Pick<Parameters<Fault>[0], 'member' | 'random'>,
) {
  member.gateway.setLink(state)
  await seconds(2, 15, random)
  member.gateway.setLink('open')
}

/** The chance of a fault per request when nothing else is wrong. */
export function backgroundRates(): FaultRates {
  return { ...BACKGROUND }
}

/** A fault that occurred, with times in milliseconds. */
export interface FaultRecord {
  readonly name: string
  readonly node: string
  readonly from: number
  readonly until: number
}

/**
 * Injects faults one after the other until the time is up and each kind has occurred, several at once but one per node.
 * Rounds of all faults follow one another in random order. Resolves once everything is repaired.
 */
export async function injectFaults(options: FaultOptions & { durationMs: number }): Promise<FaultRecord[]> {
  const { members, random, durationMs } = options
  const names = Object.keys(faults).flatMap((name) => Array<string>(frequency[name] ?? 1).fill(name))
  const injected: FaultRecord[] = []
  const ongoing = collectOngoing()
  const broken = new Set<Member>()
  const endsAt = Date.now() + durationMs
  let round: string[] = []
  let started = 0

  async function inject(name: string, member: Member): Promise<void> {
    const from = Date.now()
    broken.add(member)
    await faults[name]?.({ ...options, member }).finally(() => broken.delete(member))
    injected.push({ name, node: member.node.name, from, until: Date.now() })
  }

  // On a busy machine, a round takes longer: each kind of fault occurs all the same.
  while (Date.now() < endsAt || started < names.length) {
    await delay(random.between(MIN_PAUSE_MS, MAX_PAUSE_MS))
    const free = members.filter((member) => !broken.has(member))
    if (free.length === 0) continue
    if (round.length === 0) round = random.shuffle(names)
    started += 1
    ongoing.add(inject(round.pop() ?? '', random.pick(free)))
  }
  await ongoing.settle()
  return injected
}
