import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { FreshnessState } from '#contract/freshness.ts'
import { removeCopyMarks } from '#contract/remove-invisible.ts'
import type { Task } from '#contract/task.ts'
import { UsageError } from './exit-codes.ts'

const PAGE_SIZE = 1000
/** Prefix that marks a name as a type's, in case a task has the same name. */
const TYPE_PREFIX = 'type:'

/** Tasks that a command works on: a task, the tasks of a type, or all tasks. */
export type Selection = { kind: 'task'; id: number; name: string } | TypeSelection | { kind: 'all' }

interface TypeSelection {
  kind: 'type'
  id: number
  name: string
}

interface Filter {
  sync_task_type_id?: number | undefined
  status?: string | undefined
  freshness?: FreshnessState | undefined
  is_active?: 'true' | 'false'
  search?: string | undefined
}

/** Lists every task that matches the filter, in the order of the screen. */
export async function listTasks(client: Client, filter: Filter = {}): Promise<Task[]> {
  const tasks: Task[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { syncTasks, totalPages } = await client.call(api.tasks.list, {
      query: { ...filter, page, limit: PAGE_SIZE },
    })
    tasks.push(...syncTasks)
    pages = totalPages
  }
  return tasks
}

/**
 * Finds the tasks for an argument: `all`, the ID of a task, or the name of a task or type in any case. A name after `type:`
 * always means a type.
 *
 * @throws UsageError if the name is unknown or ambiguous
 */
export async function findSelection(client: Client, given: string): Promise<Selection> {
  const text = removeCopyMarks(given).trim()
  if (text === 'all') return { kind: 'all' }
  if (text.startsWith(TYPE_PREFIX)) return findType(client, text.slice(TYPE_PREFIX.length))
  if (/^\d+$/.test(text)) return findById(client, Number(text))
  const types = await findTypes(client, text)
  const named = (await listTasks(client, { search: text })).filter(({ name }) => isSame(name, text))
  const found: Selection[] = [...types, ...named.map(({ id, name }) => ({ kind: 'task', id, name }) as const)]
  const [first, ...others] = found
  if (!first) throw new UsageError(`There is no task or task type named '${text}'. See: nano-sync tasks`)
  if (others.length === 0) return first
  const ids = named.map(({ id, task_type }) => `${id} (${task_type.name})`)
  const ways = [`the ID of a task: ${ids.join(', ')}`, ...types.map(({ name }) => TYPE_PREFIX + name)]
  throw new UsageError(`'${text}' names more than one thing. Give ${ways.join(', or ')}.`)
}

/** @throws UsageError if `text` does not name a single task */
export async function findTask(client: Client, text: string): Promise<{ id: number; name: string }> {
  const selection = await findSelection(client, text)
  if (selection.kind !== 'task') throw new UsageError(`'${text}' is not a task. See: nano-sync tasks`)
  return selection
}

/** @throws UsageError if no type has this name */
export async function findType(client: Client, text: string): Promise<TypeSelection> {
  const [type] = await findTypes(client, text)
  if (!type) throw new UsageError(`There is no task type named '${text}'.`)
  return type
}

async function findTypes(client: Client, text: string): Promise<TypeSelection[]> {
  const types = await client.call(api.taskTypes.list)
  const name = removeCopyMarks(text).trim()
  return types.filter((type) => isSame(type.name, name)).map(({ id, name }) => ({ kind: 'type', id, name }))
}

async function findById(client: Client, id: number): Promise<Selection> {
  const { name } = await client.call(api.tasks.get, { params: { id } })
  return { kind: 'task', id, name }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
