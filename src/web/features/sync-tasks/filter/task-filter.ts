import { FreshnessState } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import { statusNamed, WarningReason } from '#contract/task-progress.ts'
import { MAX_SEARCH_LENGTH, MAX_TASKS_PAGE } from '#contract/task-routes.ts'
import { searchWords } from '#domain/tasks/task-search.ts'
import { matchesFilter, type TaskFilter } from '../../../data/task-filter.ts'

/** The part of the list on the screen. */
export interface ListView {
  filter: TaskFilter
  /** Counts from 1. */
  page: number
}

const PAGE = 'page'
const ACTIVE: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Reads the filter from the query string; invalid values are ignored. */
export function filterFromSearch(search: URLSearchParams): TaskFilter {
  const typeId = Number(search.get('type'))
  const status = statusNamed(search.get('status') ?? '')
  return {
    typeId: Number.isInteger(typeId) && typeId > 0 ? typeId : undefined,
    status,
    warning: status === 'Warning' ? WarningReason.safeParse(search.get('warning')).data : undefined,
    freshness: FreshnessState.safeParse(search.get('freshness')).data,
    isActive: ACTIVE[search.get('active') ?? ''],
    name: search.get('name')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
  }
}

/** Reads the page from the query string; 1 if it is missing or invalid. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get(PAGE))
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_TASKS_PAGE) : 1
}

/** Returns the query string with the filter set, on page 1. Leaves out values that match everything. */
export function searchWithFilter(search: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = searchWithPage(search, 1)
  const { typeId, status, warning, freshness, isActive, name } = filter
  const parts = {
    type: typeId?.toString(),
    status,
    warning: status === 'Warning' ? warning : undefined,
    freshness,
    active: isActive?.toString(),
    name,
  }
  for (const [key, value] of Object.entries(parts)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** Returns the query string with the page set. */
export function searchWithPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  if (page > 1) next.set(PAGE, String(page))
  else next.delete(PAGE)
  return next
}

/** Whether a filter can exclude any task. */
export function isFiltering({ typeId, status, freshness, isActive, name }: TaskFilter): boolean {
  return [typeId, status, freshness, isActive].some((wanted) => wanted !== undefined) || searchWords(name).length > 0
}

/** The tasks that match the filter. */
export function filterTasks(tasks: readonly Task[], filter: TaskFilter): Task[] {
  return tasks.filter((task) => matchesFilter(task, filter))
}
