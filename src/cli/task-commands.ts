import { spawn } from 'node:child_process'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { DeliveredTarget } from '#contract/delivery.ts'
import { FreshnessState } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import { statusNamed, TaskStatus } from '#contract/task-progress.ts'
import { describeDelivery } from '#domain/hand-out/describe-delivery.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type Clock, readClock } from './clock.ts'
import { type CommandParts, TASK, TASK_OR_TYPE, wholeNumber } from './command-parts.ts'
import { findLogin } from './connect.ts'
import { taskColumns } from './describe.ts'
import { findSelection, findTask, findType, listTasks, type Selection } from './find-tasks.ts'

interface TaskFilter {
  type?: string
  status?: TaskStatus
  freshness?: FreshnessState
  inactive?: true
  search?: string
  limit?: number
}

export function addTasks(program: Command, { showList, client }: CommandParts): void {
  program
    .command('tasks')
    .description('list tasks')
    .option('--type <name>', 'only tasks of this type')
    .option('--status <status>', 'only tasks with this status, such as error', parseStatus)
    .addOption(
      new Option('--freshness <state>', 'only tasks with fresh, due or late targets').choices(FreshnessState.options),
    )
    .option('--inactive', 'only inactive tasks')
    .option('--search <words>', 'only tasks whose names or notes contain the words')
    .option('-n, --limit <count>', 'maximum number of lines', wholeNumber)
    .action(async ({ type, limit, inactive, ...filter }: TaskFilter) => {
      const nanoSync = await client()
      const typeFilter = type === undefined ? {} : { sync_task_type_id: (await findType(nanoSync, type)).id }
      const activeFilter = inactive ? ({ is_active: 'false' } as const) : {}
      const tasks = (await listTasks(nanoSync, { ...filter, ...typeFilter, ...activeFilter })).slice(0, limit)
      showList(tasks, taskColumns(await readClock(nanoSync), tasks))
    })
}

export function parseStatus(text: string): TaskStatus {
  const status = statusNamed(text)
  if (!status) throw new InvalidArgumentError(`Allowed choices are ${TaskStatus.options.join(', ')}.`)
  return status
}

export function addShow(program: Command, { output, show, client }: CommandParts): void {
  program
    .command('show')
    .argument('<task>', TASK)
    .description('show a task: what it copies, when, and how its last run ended')
    .action(async (name: string) => {
      const nanoSync = await client()
      const { id } = await findTask(nanoSync, name)
      const task = await nanoSync.call(api.tasks.get, { params: { id } })
      const clock = await readClock(nanoSync)
      show(task, () => {
        for (const [label, value] of describeTask(task, clock)) output.line(`${`${label}:`.padEnd(16)}${value}`)
      })
    })
}

/** Descriptions of how moved rows treat cells beside the copied columns; empty for the default. */
const REMARKS = { ask: '', leave: 'stay in their place', carry: 'move along with their rows' } as const

function describeTask(task: Task, clock: Clock): [label: string, value: string][] {
  const columns = taskColumns(clock, [task]).map(([label, text]): [string, string] => [label, text(task)])
  const { source_ss_name, source_ss_id, source_sheet_name } = task
  return [
    ...columns,
    ['From', formatEnd({ title: source_ss_name, id: source_ss_id, tab: source_sheet_name })],
    ...describeTargets(task),
    ['Remarks', REMARKS[task.beside]],
    ['Held', task.hold?.rules.map(({ reason }) => reason).join(' ') ?? ''],
    ['Last log line', task.latest_log?.message ?? ''],
    ['Notes', task.notes],
  ].filter((line): line is [string, string] => line[1] !== '')
}

function formatEnd({ title, id, tab }: { title: string | null; id: string; tab: string }): string {
  return `${title || id} › ${tab || 'first tab'}`
}

/** Describes the target of a task, or each target with its rows from the last run. */
function describeTargets(task: Task): [label: string, value: string][] {
  const { target_ss_name, target_ss_id, target_sheet_name, split_by, targets_from, delivery, targets } = task
  if (split_by === '') return [['To', formatEnd({ title: target_ss_name, id: target_ss_id, tab: target_sheet_name })]]
  const formatTarget = (target: Task['targets'][number]) => {
    const title = target.target_ss_id === target_ss_id ? target_ss_name : null
    return `"${target.value}" ${formatEnd({ title, id: target.target_ss_id, tab: target.target_sheet_name })}`
  }
  const delivered = delivery?.targets.map((target): [string, string] => {
    const { rows, state, reason } = target
    return [
      'Target',
      `${formatTarget(target)}: ${pluralize(rows, 'row')}, ${STATES[state]}${reason ? `. ${reason}` : ''}`,
    ]
  })
  const named = targets_from ? [] : targets.map((target): [string, string] => ['Target', formatTarget(target)])
  const shown = delivered ?? named
  const count =
    shown.length > 0
      ? pluralize(shown.length, 'sheet')
      : targets_from
        ? 'a file for each value'
        : 'a tab for each value'
  return [['To', `${count}, by ${split_by}`], ...shown, ['Delivery', delivery ? describeDelivery(delivery) : '']]
}

const STATES: Readonly<Record<DeliveredTarget['state'], string>> = {
  delivered: 'arrived',
  empty: 'none to deliver',
  held: 'held',
  failed: 'failed',
  not_equal: 'not equal',
}

export function addActivate(program: Command, parts: CommandParts): void {
  addToggle(program, parts, { command: 'activate', isActive: true })
}

export function addDeactivate(program: Command, parts: CommandParts): void {
  addToggle(program, parts, { command: 'deactivate', isActive: false })
}

function addToggle(
  program: Command,
  { output, show, client }: CommandParts,
  { command, isActive }: { command: string; isActive: boolean },
): void {
  program
    .command(command)
    .argument('<what>', TASK_OR_TYPE)
    .description(isActive ? 'let tasks run again' : 'keep tasks from running until they are activated')
    .action(async (what: string) => {
      const nanoSync = await client()
      const ids = await selectedIds(nanoSync, await findSelection(nanoSync, what))
      const body = { target_state: isActive, ...(ids && { task_ids: ids }) }
      const outcome = await nanoSync.call(api.tasks.toggleAllActive, { body })
      show(outcome, () => output.line(outcome.message))
    })
}

/** Lists the IDs of a selection; undefined for all tasks. */
async function selectedIds(client: Client, selection: Selection): Promise<number[] | undefined> {
  if (selection.kind === 'all') return undefined
  if (selection.kind === 'task') return [selection.id]
  return (await listTasks(client, { sync_task_type_id: selection.id })).map(({ id }) => id)
}

/** System commands that open a URL in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' }

export function addOpen(program: Command, { output, env, isInsecure, show, client }: CommandParts): void {
  program
    .command('open')
    .argument('[task]', TASK)
    .description('print the address of a task, or of Nano Sync, and open it in the browser')
    .action(async (name?: string) => {
      const { url: base } = await findLogin(env, { isInsecure: isInsecure() })
      const path = name === undefined ? '' : `/sync_tasks/${(await findTask(await client(), name)).id}`
      const url = `${base}${path}`
      show({ url }, () => output.line(url))
      // A program that reads the output needs the URL, not a browser window.
      if (output.isTerminal) openInBrowser(url)
    })
}

/** Opens a URL. Ignores a missing browser, because the URL is printed anyway. */
function openInBrowser(url: string): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}
