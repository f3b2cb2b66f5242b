import type { AccountUse } from '#domain/runs/attempt-record.ts'
import { isKnown, type Limit, type Wave, waveBound } from './forecast.ts'

/** A change that would make a wave faster, and how long the wave would take. */
export interface Relief {
  readonly what: string
  readonly ms: number
}

/** Minimum gain, as a fraction, worth mentioning. */
const MIN_GAIN = 0.05

/** Suggests a change to the bottleneck of a wave; undefined if no simple change helps much. */
export function findRelief(wave: Wave, { ms, limit }: { ms: number; limit: Limit }): Relief | undefined {
  const change = changeFor(wave, limit)
  if (!change) return undefined
  const relieved = waveBound(change.wave).ms
  return relieved <= ms * (1 - MIN_GAIN) ? { what: change.what, ms: relieved } : undefined
}

function changeFor(wave: Wave, limit: Limit): { what: string; wave: Wave } | undefined {
  switch (limit.kind) {
    case 'account':
      return { what: 'a second account', wave: withSplitUse(wave, (use) => use.account === limit.name, splitAccount) }
    case 'project':
      return {
        what: 'as many accounts of another Cloud project',
        wave: withSplitUse(wave, (use) => use.project === limit.name, splitProject),
      }
    case 'type': {
      const twice = (count: number) => 2 * count
      const types = wave.types.map((type) =>
        type.id === limit.typeId ? { ...type, allowedConcurrentTasks: twice(type.allowedConcurrentTasks) } : type,
      )
      const most = types.find(({ id }) => id === limit.typeId)?.allowedConcurrentTasks ?? 0
      return { what: `${most} tasks of ${limit.name} at a time`, wave: { ...wave, types } }
    }
    case 'workers':
      return {
        what: 'a second server',
        wave: { ...wave, limits: { ...wave.limits, workers: 2 * wave.limits.workers } },
      }
    case 'delay':
    case 'target':
    case 'task':
      return undefined
  }
}

type Split = (half: AccountUse) => AccountUse

const splitAccount: Split = (half) => ({ ...half, account: `${half.account} (second)` })
const splitProject: Split = (half) => ({ ...splitAccount(half), project: `${half.project} (second)` })

/** Moves half of the matching accounts' requests to another account or project. */
function withSplitUse(wave: Wave, matches: (use: AccountUse) => boolean, split: Split): Wave {
  const halves = (use: AccountUse): AccountUse[] => {
    if (!matches(use)) return [use]
    const half = { ...use, reads: use.reads / 2, writes: use.writes / 2 }
    return [half, split(half)]
  }
  const tasks = wave.tasks.map((task) =>
    isKnown(task) ? { ...task, use: { ...task.use, accounts: task.use.accounts.flatMap(halves) } } : task,
  )
  return { ...wave, tasks }
}
