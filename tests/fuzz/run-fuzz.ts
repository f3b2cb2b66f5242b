import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { type Random, seededRandom } from '#tests/chaos/random.ts'
import type { FuzzedRoute } from './app-requests.ts'
import { type Exchanged, exchange, type RawRequest } from './exchange.ts'
import { hostileHeader, hostilePath, hostileWire } from './hostile-requests.ts'
import { type Attempt, type Fault, findSuspicion, isSlow, isSuccess, type ThreadTimes } from './judge.ts'
import { encodeRequest, type FuzzedRequest } from './request-text.ts'
import type { MemoryUsage, Target } from './target.ts'

const ROUND_SIZE = 60
/** Minimum rounds after the first look at the memory, so there is something to compare. */
const MIN_ROUNDS = 4
const CONCURRENCY = 4
const VALID_SHARE = 0.2
const MAX_TRIES = 30
const SLOW_ATTEMPTS = 3
const MAX_SEED = 2 ** 31
/** Maximum faults of the same kind in a route: further faults say nothing new, and slow calls take long to examine. */
const MAX_FAULTS_PER_ROUTE = 2
const CONTROL_PATH = '/healthz'
const IDLE_SAMPLE_MS = 200
const MAX_IDLE_WAIT_MS = 30_000
const LOOPBACK_ADDRESSES = 200

/** Requests to each route, and everything they need. */
export interface RequestSource {
  readonly routes: readonly { readonly route: FuzzedRoute; readonly port: number }[]
  /** `Cookie` headers of signed-in members. */
  cookies(): readonly string[]
  /** The bearer tokens of programs. */
  tokens(): readonly string[]
  /** Creates the things the requests need. */
  prepare(): Promise<void>
}

/** A server to send requests to, and requests for it. */
export interface Subject {
  readonly target: Target
  readonly port: number
  readonly hangMs: number
  /** Things for all requests, which may destroy them. */
  readonly shared: RequestSource
  /** Things for valid requests, made one at a time. Each preparation replaces all things. */
  readonly fresh: RequestSource
}

export interface FoundFault {
  readonly fault: Fault | 'exit' | 'memory'
  readonly route: string
  /** Decides the request, as long as the same things exist. */
  readonly seed: number
  readonly request: string
  readonly reply: string
  readonly attempts: readonly Attempt[]
}

export interface FuzzReport {
  readonly faults: readonly FoundFault[]
  /** How many routes a valid request should have reached. */
  readonly expected: number
  /** Routes without a valid request, each with the last reply. */
  readonly unreached: readonly { readonly route: string; readonly reply: string }[]
  /** How many replies had each status, by route. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly times: readonly number[]
  readonly memory: { readonly before: MemoryUsage; readonly after: MemoryUsage } | undefined
}

interface Sent {
  readonly route: string
  readonly seed: number
  readonly raw: RawRequest
  readonly reply: Exchanged
}

/** Counts of a run so far. */
interface Tally {
  readonly faults: FoundFault[]
  readonly statuses: Map<string, Map<number, number>>
  readonly times: number[]
}

/** Sends requests chosen by a seed until the time is up, and judges every reply. */
export async function runFuzz(
  subject: Subject,
  { seed, durationMs }: { seed: number; durationMs: number },
): Promise<FuzzReport> {
  const { target } = subject
  const random = seededRandom(seed)
  const tally: Tally = { faults: [], statuses: new Map(), times: [] }
  const reach = await reachEach(subject, { tally, random: seededRandom(seed + 1) })
  const until = Date.now() + durationMs
  let before: MemoryUsage | undefined
  // On a slow machine, a round may take longer than the whole time.
  for (let roundsLeft = MIN_ROUNDS; (Date.now() < until || roundsLeft > 0) && !target.hasExited; ) {
    if (before) roundsLeft -= 1
    const plan = () => ({ seed: random.between(1, MAX_SEED), isValid: random.chance(VALID_SHARE) })
    await subject.shared.prepare()
    await sendAndJudge(subject, { tally, source: subject.shared, plans: Array.from({ length: ROUND_SIZE }, plan) })
    // Caches are filled and code is compiled by then.
    if (before === undefined && Date.now() > until - durationMs / 2) before = await idleMemory(subject)
  }
  const after = before && (await idleMemory(subject))
  const memory = before && after && { before, after }
  return { ...tally, ...reach, memory }
}

/**
 * Sends valid requests to each route until one succeeds. This happens before the other requests, and with its own
 * things: whether a route is reached must not depend on leftovers of other requests, because they vary with the speed
 * of the machine.
 */
async function reachEach(
  subject: Subject,
  { tally, random }: { tally: Tally; random: Random },
): Promise<Pick<FuzzReport, 'expected' | 'unreached'>> {
  const source = subject.fresh
  const expected = source.routes.flatMap(({ route }) => (route.canSucceed ? [route.name] : []))
  const unreached: FuzzReport['unreached'][number][] = []
  await source.prepare()
  for (const route of expected) {
    let last: Exchanged | undefined
    for (let tries = 0; tries < MAX_TRIES && !subject.target.hasExited; tries += 1) {
      // An earlier request may have used up the things for this request.
      if (tries > 0) await source.prepare()
      const plan = { seed: random.between(1, MAX_SEED), isValid: true, route }
      const [sent] = await sendAndJudge(subject, { tally, source, plans: [plan] })
      last = sent?.reply
      if (last && isSuccess(last.status)) break
    }
    if (!last || !isSuccess(last.status)) unreached.push({ route, reply: last?.text ?? '' })
  }
  return { expected: expected.length, unreached }
}

async function sendAndJudge(
  subject: Subject,
  { tally, ...batch }: { tally: Tally; source: RequestSource; plans: readonly Plan[] },
): Promise<Sent[]> {
  const { faults, statuses, times } = tally
  const sent = await sendAll(subject, batch)
  for (const { route, reply } of sent) {
    times.push(reply.ms)
    const counts = statuses.get(route) ?? new Map<number, number>()
    statuses.set(route, counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1))
  }
  for (const each of sent) {
    const isKnown = faults.filter(({ route }) => route === each.route).length >= MAX_FAULTS_PER_ROUTE
    const found = isKnown ? undefined : await examine(subject, each)
    if (found) faults.push(found)
  }
  return sent
}

async function sendAll(
  { target, hangMs }: Subject,
  { source, plans }: { source: RequestSource; plans: readonly Plan[] },
): Promise<Sent[]> {
  const queue = [...plans]
  const sent: Sent[] = []
  const work = async () => {
    for (let next = queue.shift(); next && !target.hasExited; next = queue.shift()) {
      const { route, seed, raw } = makeRequest(source, next)
      const timed = { ...raw, hangMs }
      sent.push({ route, seed, raw: timed, reply: await exchange(timed) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return sent
}

interface Plan {
  seed: number
  isValid: boolean
  /** A route by name; without it, the seed decides. */
  route?: string
}

/** The request a seed decides, as long as the same things exist. */
function makeRequest(
  source: RequestSource,
  { seed, isValid, route: name }: Plan,
): Pick<Sent, 'route' | 'seed'> & { raw: Omit<RawRequest, 'hangMs'> } {
  const random = seededRandom(seed)
  const chosen = source.routes.find(({ route }) => route.name === name) ?? random.pick(source.routes)
  const { route, port } = chosen
  const one = <T>(arbitrary: fc.Arbitrary<T>) => sample(arbitrary, random.between(1, MAX_SEED))
  const isWire = !isValid && random.chance(0.03)
  const request = isWire ? one(hostileWire) : one(isValid ? route.valid : route.hostile)
  const from = process.platform === 'linux' ? `127.0.0.${random.between(2, LOOPBACK_ADDRESSES)}` : '127.0.0.1'
  const dressed = isWire
    ? request
    : dress(request, { random, cookies: source.cookies(), tokens: source.tokens(), isValid, one })
  const raw = {
    port,
    bytes: encodeRequest(dressed, port),
    from,
    isIncomplete: dressed.isIncomplete ?? false,
  }
  return { route: isWire ? 'wire' : route.name, seed, raw }
}

function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 })
  return value as T
}

interface Dressing {
  random: Random
  cookies: readonly string[]
  tokens: readonly string[]
  isValid: boolean
  one: <T>(arbitrary: fc.Arbitrary<T>) => T
}

/** Adds who sends the request: a member, nobody, or someone who pretends. */
function dress(request: FuzzedRequest, { random, cookies, tokens, isValid, one }: Dressing): FuzzedRequest {
  const isMember = isValid || random.chance(0.7)
  const cookie = isMember && cookies.length > 0 ? [['cookie', random.pick(cookies)] as const] : []
  if (isValid) return { ...request, headers: [...request.headers, ...cookie] }
  const tricks = Array.from({ length: random.chance(0.4) ? random.between(1, 3) : 0 }, () => one(hostileHeader))
  const token =
    random.chance(0.1) && tokens.length > 0 ? [['authorization', `Bearer ${random.pick(tokens)}`] as const] : []
  const path = random.chance(0.1) ? one(hostilePath)(request.path) : request.path
  const method = random.chance(0.05)
    ? random.pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE'])
    : request.method
  return { ...request, method, path, headers: [...request.headers, ...cookie, ...token, ...tricks] }
}

/** A slow reply counts only if the same request is slow three times when nothing else is going on. */
async function examine(subject: Subject, sent: Sent): Promise<FoundFault | undefined> {
  const { target } = subject
  const suspicion = target.hasExited ? undefined : findSuspicion(sent.reply)
  if (suspicion === undefined) return undefined
  const attempts: Attempt[] = []
  while (suspicion === 'slow' && attempts.length < SLOW_ATTEMPTS) {
    const attempt = await attemptAlone(subject, sent.raw)
    attempts.push(attempt)
    if (!isSlow(attempt)) return undefined
  }
  return {
    fault: suspicion,
    route: sent.route,
    seed: sent.seed,
    request: sent.raw.bytes.toString('latin1'),
    reply: sent.reply.text,
    attempts,
  }
}

async function attemptAlone({ target, port, hangMs }: Subject, raw: RawRequest): Promise<Attempt> {
  await untilIdle(target)
  const control = await exchange({
    port,
    from: raw.from,
    isIncomplete: false,
    hangMs,
    bytes: encodeRequest({ method: 'GET', path: CONTROL_PATH, headers: [], body: undefined }, port),
  })
  const before = await target.threadTimes()
  const { ms } = await exchange(raw)
  return { ms, controlMs: control.ms, threads: timesBetween(before, await target.threadTimes()) }
}

function timesBetween(before: ThreadTimes | undefined, after: ThreadTimes | undefined): ThreadTimes | undefined {
  if (before === undefined || after === undefined) return undefined
  return { cpuMs: after.cpuMs - before.cpuMs, delayedMs: after.delayedMs - before.delayedMs }
}

/** Work started by earlier requests, like runs, must not count as work of the next request. */
async function untilIdle(target: Target): Promise<void> {
  const until = Date.now() + MAX_IDLE_WAIT_MS
  while (Date.now() < until) {
    const before = await target.threadTimes()
    await delay(IDLE_SAMPLE_MS)
    const spent = timesBetween(before, await target.threadTimes())
    if (spent === undefined || spent.cpuMs < IDLE_SAMPLE_MS / 4) return
  }
}

async function idleMemory({ target }: Subject): Promise<MemoryUsage | undefined> {
  await untilIdle(target)
  return target.memory()
}
