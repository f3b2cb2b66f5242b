import { useDocumentVisibility, useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { PushMessage } from '#contract/event.ts'
import { SECOND_MS } from '#domain/time.ts'
import { followChanges } from '../data/follow-changes.ts'
import { invalidate } from '../lib/route-query.ts'

/** Time between two reads of what is not pushed. */
const RELOAD_EVERY_MS = 2 * SECOND_MS
/** Time between two reads of what sums tasks up while many of them run. */
const RELOAD_WHILE_BUSY_MS = 10 * SECOND_MS
const MANY_TASKS = 20
/** Delay after which a page in the background receives less. */
const HIDDEN_AFTER_MS = 30 * SECOND_MS

/** Applies what is pushed while mounted, that is, while the user is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const pace = useIsInBackground() ? 'slow' : 'live'
  const reloadRuns = useReloadRuns()
  const onEvents = useEffectEvent((events: PushMessage) => {
    if (countChanged(events) > 0) reloadRuns(events)
  })
  useEffect(() => followChanges(queryClient, { pace, onEvents: (events) => onEvents(events) }), [queryClient, pace])
  return null
}

/** Whether nobody has looked at the page for a while. */
function useIsInBackground(): boolean {
  const isHidden = useDocumentVisibility() === 'hidden'
  const [isInBackground, setIsInBackground] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsInBackground(isHidden), isHidden ? HIDDEN_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [isHidden])
  return isInBackground
}

/** Reads again what sums up the runs. */
function useReloadRuns() {
  const queryClient = useQueryClient()
  const { list, timeline, forecast } = api.runs
  const reload = () => void invalidate(queryClient, list, timeline, forecast, api.overview.get, api.holds.list)
  const reloadSoon = useThrottledCallback(reload, RELOAD_EVERY_MS)
  const reloadWhileBusy = useThrottledCallback(reload, RELOAD_WHILE_BUSY_MS)
  return (events: PushMessage) => (countChanged(events) < MANY_TASKS ? reloadSoon() : reloadWhileBusy())
}

/** How many tasks have changed, other than in what they wait for. */
function countChanged(events: PushMessage): number {
  return events.reduce((count, event) => {
    if (event.kind === 'tasks') return count + event.tasks.length + event.removed_ids.length
    if (event.kind === 'progress') return count + event.groups.length
    return count
  }, 0)
}
