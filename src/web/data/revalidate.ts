import type { Query, QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { keyOf } from '../lib/route-query.ts'
import { liveStateOf } from './live-state.ts'

/** What events keep up to date. */
const KEPT = pathsOf(api.tasks.list, api.tasks.get, api.tasks.statusAll, api.taskTypes.list)
/** What pages read again after certain events. */
const FOLLOWING = pathsOf(
  api.taskLogs.list,
  api.schedules.list,
  api.schedules.runAll,
  api.csvJobs.list,
  api.runs.list,
  api.overview.get,
)

function pathsOf(...routes: Route[]): ReadonlySet<unknown> {
  return new Set(routes.flatMap((route) => keyOf(route)))
}

interface Connected {
  position: string
  /** By path, when the stream was connected; empty after a gap in it. */
  versions: Readonly<Record<string, string>>
}

/**
 * Reads once what changes may have been missed in, after which events keep it up to date. A page that has just been opened
 * reads nothing twice unless something has changed meanwhile.
 */
export async function revalidate(queryClient: QueryClient, { position, versions }: Connected): Promise<void> {
  const live = liveStateOf(queryClient)
  live.position = undefined
  live.revalidating = position
  live.revalidations += 1
  const revalidation = live.revalidations
  const isKept = ({ queryKey }: Query) => KEPT.has(queryKey[0])
  // What is being read now may have been read before the stream was connected.
  await queryClient.refetchQueries({ predicate: isKept, fetchStatus: 'fetching' }, { cancelRefetch: false })
  const isOutdated = ({ queryKey }: Query) => {
    const tag = live.replies.get(JSON.stringify(queryKey))?.tag
    return tag === undefined || !isSince(tag, versions[String(queryKey[0])])
  }
  const hasMissed = (query: Query) =>
    isKept(query) ? isOutdated(query) : revalidation > 1 && FOLLOWING.has(query.queryKey[0])
  await queryClient.invalidateQueries({ predicate: hasMissed })
  if (revalidation !== live.revalidations) return
  live.position = live.revalidating
  live.revalidating = undefined
}

/** Whether a reply with this tag is of this version, or of a later one of the same server. */
export function isSince(tag: string, version: string | undefined): boolean {
  const [server, count = ''] = versionIn(tag).split('.')
  const [otherServer, otherCount = ''] = version?.split('.') ?? []
  return server === otherServer && Number.parseInt(count, 36) >= Number.parseInt(otherCount, 36)
}

/** The version that a tag names: what it quotes, up to how long it lasts. */
function versionIn(tag: string): string {
  const quoted = tag.slice(tag.indexOf('"') + 1)
  return quoted.slice(0, quoted.lastIndexOf('.'))
}
