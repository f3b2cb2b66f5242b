import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Snooze } from '#contract/incident.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

export const SNOOZE_LABELS: Readonly<Record<Snooze, string>> = {
  day: 'For 1 day',
  week: 'For 7 days',
  until_recovered: 'Until it has recovered',
}

/** Reads the open problems of a task. Never retried, because the page works without them. */
export const incidentsQuery = (taskId: number) =>
  polled(
    queryOptions({ ...routeQuery(api.incidents.ofTask, { params: { id: taskId } }), retry: false }),
    FULL_REFRESH_MS,
  )

/** The alert that a snooze link points to. */
export const snoozableAlertQuery = (link: string) =>
  queryOptions({ ...routeQuery(api.incidents.alert, { query: { link } }), retry: false })
