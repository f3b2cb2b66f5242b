import type { AccountUse, CopyUse } from '#domain/runs/attempt-record.ts'
import { type DependentType, dependencyChain } from '#domain/tasks/dependency.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Load } from './interval-load.ts'
import type { QuotaLimits } from './quota-limits.ts'
import { bucketFor, NO_LIMIT, usedLimit } from './request-bucket.ts'

export interface ForecastTask {
  readonly typeId: number
  readonly targetSsId: string
  readonly maxConcurrentTasks: number | null
  /** The usage of its last copy; undefined for a task without a run. */
  readonly use: CopyUse | undefined
  /** Whether its next run reads nothing if nobody has edited its files. */
  readonly maySkip?: boolean
}

export interface ForecastType extends DependentType {
  readonly allowedConcurrentTasks: number
  readonly queueDelaySeconds: number
}

interface ForecastLimits extends QuotaLimits {
  /** Runs in progress at once. */
  readonly workers: number
}

export interface Wave {
  readonly tasks: readonly ForecastTask[]
  readonly types: readonly ForecastType[]
  readonly limits: ForecastLimits
  /** Requests on the same quota by tasks with intervals. */
  readonly intervals?: readonly Load[]
}

/** The bottleneck of a wave. */
export type Limit =
  | { readonly kind: 'account' | 'project'; readonly name: string; readonly requests: 'reads' | 'writes' }
  | { readonly kind: 'type' | 'delay'; readonly typeId: number; readonly name: string }
  | { readonly kind: 'target' | 'workers' | 'task' }

export interface Bound {
  readonly ms: number
  readonly limit: Limit
}

export type KnownTask = ForecastTask & { readonly use: CopyUse }

export function isKnown(task: ForecastTask): task is KnownTask {
  return task.use !== undefined
}

/**
 * Minimum duration of a wave's known tasks, and its limit. Each limit gives a bound. A wave takes about as long as its largest
 * bound, because runs work in parallel as far as the limits allow.
 */
export function waveBound(wave: Wave): Bound {
  const tasks = wave.tasks.filter(isKnown)
  const tasksByType = Map.groupBy(tasks, ({ typeId }) => typeId)
  const ofTypes = wave.types.map((type) => {
    const own = tasksByType.get(type.id) ?? []
    return { type, own, requests: sumRequests(own.flatMap(({ use }) => use.accounts)) }
  })
  const bounds = new Map(ofTypes.map((ofType) => [ofType.type.id, typeBound(ofType, wave)]))
  return largest([
    ...quotaBounds(sumRequests(ofTypes.flatMap(({ requests }) => requests)), wave),
    ...wave.types.map((type) => chainBound(type, { types: wave.types, bounds })),
    ...targetBounds(tasks),
    { ms: sumWork(tasks) / wave.limits.workers, limit: { kind: 'workers' } },
  ])
}

/** Picks the largest bound, the first of equal bounds. */
function largest(bounds: readonly Bound[]): Bound {
  return bounds.reduce((one, other) => (other.ms > one.ms ? other : one), NOTHING)
}

const NOTHING: Bound = { ms: 0, limit: { kind: 'task' } }

/** The need of a wave for a quota. */
export interface QuotaUse {
  readonly kind: 'account' | 'project'
  readonly name: string
  readonly requests: 'reads' | 'writes'
  readonly count: number
  /** Requests allowed per minute besides the requests of intervals. */
  readonly perMinute: number
  /** Time until the last request may be sent. */
  readonly ms: number
}

/** The slowest account and the slowest Cloud project, each with the number of its kind in use. */
export function tightestQuotas(wave: Wave): (QuotaUse & { among: number })[] {
  const uses = quotaUses(sumRequests(wave.tasks.flatMap(({ use }) => use?.accounts ?? [])), wave)
  return (['account', 'project'] as const).flatMap((kind) => {
    const own = uses.filter((use) => use.kind === kind && use.count > 0 && use.perMinute !== NO_LIMIT)
    const [first, ...others] = own
    if (!first) return []
    const tightest = others.reduce((one, other) => (other.ms > one.ms ? other : one), first)
    return { ...tightest, among: new Set(own.map(({ name }) => name)).size }
  })
}

/** Time the requests take at the rate of each account and each project. */
function quotaBounds(used: readonly AccountUse[], wave: Pick<Wave, 'limits' | 'intervals'>): Bound[] {
  return quotaUses(used, wave).map(({ kind, name, requests, ms }) => ({ ms, limit: { kind, name, requests } }))
}

function quotaUses(
  used: readonly AccountUse[],
  { limits, intervals = [] }: Pick<Wave, 'limits' | 'intervals'>,
): QuotaUse[] {
  const perMinute = {
    account: { reads: limits.readsPerMinute, writes: limits.writesPerMinute },
    project: { reads: limits.projectReadsPerMinute, writes: limits.projectWritesPerMinute },
  }
  const findRemaining = (limit: number, quota: Pick<Load, 'kind' | 'name' | 'requests'>) => {
    const load = intervals.find(
      ({ kind, name, requests }) => kind === quota.kind && name === quota.name && requests === quota.requests,
    )
    return Math.max(1, limit - (load?.perMinute ?? 0))
  }
  return (['account', 'project'] as const).flatMap((kind) =>
    (['reads', 'writes'] as const).flatMap((requests) =>
      [...sums(used, { by: (use) => use[kind], of: (use) => use[requests] })].map(([name, count]) => {
        const left = findRemaining(perMinute[kind][requests], { kind, name, requests })
        return { kind, name, requests, count, perMinute: usedLimit(left), ms: quotaMs(count, left) }
      }),
    ),
  )
}

/** Sums the use of each account of each project. */
function sumRequests(uses: readonly AccountUse[]): AccountUse[] {
  const found = new Map<string, AccountUse>()
  for (const use of uses) {
    const key = `${use.account} ${use.project}`
    const earlier = found.get(key)
    found.set(key, earlier ? { ...use, reads: use.reads + earlier.reads, writes: use.writes + earlier.writes } : use)
  }
  return [...found.values()]
}

/** Time until the last of `count` requests may be sent. */
function quotaMs(count: number, perMinute: number): number {
  const { burst, intervalMs } = bucketFor(perMinute)
  return Math.max(0, count - burst) * intervalMs
}

/** Adds up the bounds of a type and its prerequisite types, because they run one after the other. */
function chainBound(
  last: ForecastType,
  { types, bounds }: { types: readonly ForecastType[]; bounds: ReadonlyMap<number, Bound> },
): Bound {
  const chain = dependencyChain({ typeId: last.id, types })
  const stages = (chain.length > 0 ? chain : [last]).map(({ id }) => bounds.get(id) ?? NOTHING)
  return { ms: stages.reduce((sum, { ms }) => sum + ms, 0), limit: largest(stages).limit }
}

interface OfType {
  type: ForecastType
  own: readonly KnownTask[]
  requests: readonly AccountUse[]
}

function typeBound({ type, own, requests }: OfType, wave: Pick<Wave, 'limits' | 'intervals'>): Bound {
  const named = { typeId: type.id, name: type.name }
  const atLimit = own.reduce(
    (sum, { use, maxConcurrentTasks }) => sum + use.workMs / (maxConcurrentTasks ?? type.allowedConcurrentTasks),
    0,
  )
  return largest([
    ...quotaBounds(requests, wave),
    { ms: Math.max(0, ...own.map(({ use }) => use.workMs)), limit: { kind: 'task' } },
    { ms: atLimit, limit: { kind: 'type', ...named } },
    { ms: Math.max(0, own.length - 1) * type.queueDelaySeconds * SECOND_MS, limit: { kind: 'delay', ...named } },
  ])
}

/**
 * Adds up the runs of each target, because only a single run at a time writes to a spreadsheet. Tasks without a named
 * spreadsheet write to different spreadsheets.
 */
function targetBounds(tasks: readonly KnownTask[]): Bound[] {
  const named = tasks.filter(({ targetSsId }) => targetSsId !== '')
  const work = sums(named, { by: ({ targetSsId }) => targetSsId, of: ({ use }) => use.workMs })
  return [...work.values()].map((ms) => ({ ms, limit: { kind: 'target' } }))
}

function sumWork(tasks: readonly KnownTask[]): number {
  return tasks.reduce((sum, { use }) => sum + use.workMs, 0)
}

function sums<T>(items: readonly T[], { by, of }: { by: (item: T) => string; of: (item: T) => number }) {
  const found = new Map<string, number>()
  for (const item of items) found.set(by(item), (found.get(by(item)) ?? 0) + of(item))
  return found
}
