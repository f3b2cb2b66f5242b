import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { isPattern, matchesPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import type { LastTabs, TabId } from './last-tabs.ts'
import {
  type HandedOut,
  listSources,
  listTargets,
  sourceKey,
  targetFiles,
  targetKey,
  type WrittenTab,
} from './task-places.ts'
import type { TaskSettings } from './task-settings.ts'

type Places = Pick<TaskSettings, 'sourceSsId' | 'sourceSheetName' | 'targetSsId' | 'targetSheetName'> &
  HandedOut & {
    /** Further source tabs, if they matter. */
    readonly moreSources?: readonly SourceRef[]
    readonly folderFiles?: readonly SourceRef[]
  }

/** A task, and the tabs it copies between. */
export interface PlacedTask extends Places {
  readonly id: number
  readonly name: string
  readonly typeName: string
  readonly lastTabs: LastTabs
}

/**
 * A conflict with another task: it writes to the same tab (`overlap`), or does so from the same source (`pair`). A `loop` is a
 * chain of tasks, in order, from the target of a task back to its source.
 */
export type PlaceConflict =
  | { kind: 'pair'; other: PlacedTask }
  | { kind: 'overlap'; other: PlacedTask }
  | { kind: 'loop'; chain: PlacedTask[] }

/** Whether a change makes a task copy between other tabs. Otherwise its existing conflicts stay. */
export function changesTabs({ before, after }: { before: Places; after: Places }): boolean {
  const buildKey = (task: Places) =>
    JSON.stringify([listSources(task).map(sourceKey), listTargets(task).map(targetKey)])
  return buildKey(before) !== buildKey(after)
}

/**
 * Writers and readers of tabs. A region begins in the first column and reaches to the end of its tab, so tasks that write
 * to the same tab overlap. Copied tabs are known by their ID, other tabs by their name.
 */
export class TabGraph<Task extends PlacedTask = PlacedTask> {
  readonly #tasks = new Map<number, Task>()
  readonly #readers = new Map<string, Set<number>>()
  readonly #writers = new Map<string, Set<number>>()

  constructor(tasks: Iterable<NoInfer<Task>>) {
    for (const task of tasks) this.set(task)
  }

  get(taskId: number): Task | undefined {
    return this.#tasks.get(taskId)
  }

  /** Adds a task, or moves it. */
  set(task: Task): void {
    const before = this.#tasks.get(task.id)
    if (before) {
      for (const key of readKeys(before)) this.#readers.get(key)?.delete(task.id)
      for (const key of writeKeys(before)) this.#writers.get(key)?.delete(task.id)
    }
    this.#tasks.set(task.id, task)
    for (const key of readKeys(task)) addTo(this.#readers, key, task.id)
    for (const key of writeKeys(task)) addTo(this.#writers, key, task.id)
  }

  /** The other tasks that write to the same tab as a task. */
  overlaps(task: PlacedTask): Task[] {
    return this.#find(this.#writers, writeKeys(task)).filter(({ id }) => id !== task.id)
  }

  /** Writers of a task's source tab, without the task itself. */
  writersOfSource(task: PlacedTask): Task[] {
    return this.#find(this.#writers, sourceKeys(task)).filter(({ id }) => id !== task.id)
  }

  /** Readers of the tabs a task writes to, or of some of these tabs, without the task itself. */
  readersOfTarget(task: PlacedTask, tabs: readonly WrittenTab[] = listTargets(task)): Task[] {
    return this.#findReaders(tabs).filter(({ id }) => id !== task.id)
  }

  /** Shortest chain of other tasks from the target of a task back to its source; empty without a chain. */
  loop(task: PlacedTask): Task[] {
    const ends = new Set(sourceKeys(task))
    return this.#chain(task, {
      next: (from) => this.#findReaders(listTargets(from)),
      isLast: (other) =>
        listTargets(other).some((tab) => targetKeys(tab).some((key) => ends.has(key)) || readsByPattern(task, tab)),
    })
  }

  /** The shortest chain of other tasks that copies from the target's spreadsheet back to the source's; empty if none does. */
  fileLoop(task: PlacedTask): Task[] {
    const sources = new Set(listSources(task).map(({ sourceSsId }) => sourceSsId))
    return this.#chain(task, {
      next: (from) =>
        this.#find(
          this.#readers,
          targetFiles(from)
            .filter((file) => file !== task.sourceSsId)
            .map(fileKey),
        ),
      isLast: (other) => targetFiles(other).some((file) => sources.has(file)),
    })
  }

  /** Finds readers of the tabs, by name or by a pattern. */
  #findReaders(tabs: readonly WrittenTab[]): Task[] {
    const byPattern = tabs.flatMap((tab) =>
      this.#find(this.#readers, [fileKey(tab.targetSsId)]).filter((other) => readsByPattern(other, tab)),
    )
    return [...new Set([...this.#find(this.#readers, tabs.flatMap(targetKeys)), ...byPattern])]
  }

  #chain(
    task: PlacedTask,
    { next, isLast }: { next: (from: PlacedTask) => Task[]; isLast: (other: Task) => boolean },
  ): Task[] {
    const chains: { from: PlacedTask; others: Task[] }[] = [{ from: task, others: [] }]
    const visited = new Set([task.id])
    for (const { from, others } of chains) {
      for (const other of next(from)) {
        if (visited.has(other.id)) continue
        visited.add(other.id)
        const longer = [...others, other]
        if (isLast(other)) return longer
        chains.push({ from: other, others: longer })
      }
    }
    return []
  }

  /** Finds tasks in the order of their IDs. */
  #find(byKey: ReadonlyMap<string, ReadonlySet<number>>, keys: readonly string[]): Task[] {
    const ids = new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]))
    return [...ids].toSorted((one, other) => one - other).flatMap((id) => this.#tasks.get(id) ?? [])
  }
}

/**
 * First new conflict of a task in a new place, compared with its place in the graph. A new task is not in the graph yet.
 * Conflicts among tasks restored together are not new.
 */
export function createdConflict(
  graph: TabGraph,
  after: PlacedTask,
  together: ReadonlySet<number> = new Set(),
): PlaceConflict | undefined {
  const before = graph.get(after.id)
  const known = new Set([...together, ...(before ? graph.overlaps(before).map(({ id }) => id) : [])])
  const others = graph.overlaps(after).filter(({ id }) => !known.has(id))
  const pair = others.find((other) => hasSamePair(after, other))
  if (pair) return { kind: 'pair', other: pair }
  const [other] = others
  if (other) return { kind: 'overlap', other }
  const chain = graph.loop(after)
  if (chain.every(({ id }) => together.has(id)) || (before && isSameChain(graph.loop(before), chain))) return undefined
  return { kind: 'loop', chain }
}

/** Whether two tasks name the same source tab and the same target tab, even among several targets. */
function hasSamePair(one: Places, other: Places): boolean {
  const targets = new Set(listTargets(other).map(targetKey))
  return sourceKey(one) === sourceKey(other) && listTargets(one).some((target) => targets.has(targetKey(target)))
}

function isSameChain(one: readonly PlacedTask[], other: readonly PlacedTask[]): boolean {
  return one.map(({ id }) => id).join() === other.map(({ id }) => id).join()
}

/** Whether a pattern among a task's sources matches a tab another task writes to. */
function readsByPattern(task: PlacedTask, { targetSsId, targetSheetName, last }: WrittenTab): boolean {
  const title = last?.title ?? targetSheetName
  return listSources(task).some(
    ({ sourceSsId, sourceSheetName }) =>
      sourceSsId === targetSsId && isPattern(sourceSheetName) && matchesPattern(title, sourceSheetName),
  )
}

function readKeys(task: PlacedTask): string[] {
  return [...sourceKeys(task), ...listSources(task).map(({ sourceSsId }) => fileKey(sourceSsId))]
}

function sourceKeys({ lastTabs, ...task }: PlacedTask): string[] {
  return listSources(task).flatMap(({ sourceSsId, sourceSheetName }, at) => {
    const nameKey = (name: string) => sourceKey({ sourceSsId, sourceSheetName: name })
    const last = at === 0 ? lastTabs.source : null
    return tabKeys({ spreadsheetId: sourceSsId, name: sourceSheetName, last, nameKey })
  })
}

function writeKeys(task: PlacedTask): string[] {
  return listTargets(task).flatMap(targetKeys)
}

function targetKeys({ targetSsId, targetSheetName, last }: WrittenTab): string[] {
  const nameKey = (name: string) => targetKey({ targetSsId, targetSheetName: name })
  return tabKeys({ spreadsheetId: targetSsId, name: targetSheetName, last, nameKey })
}

interface NamedTab {
  spreadsheetId: string
  name: string
  last: TabId | null
  nameKey: (name: string) => string
}

/** Builds the keys of a tab. Two tabs are the same if they share any key. */
function tabKeys({ spreadsheetId, name, last, nameKey }: NamedTab): string[] {
  const sheetId = last?.sheetId ?? tabIdIn(name)
  const byId = sheetId === undefined ? [] : [JSON.stringify([spreadsheetId, sheetId])]
  if (!last) return [...byId, nameKey(name)]
  // For a task not copied yet, an empty name also means the first tab.
  return [...byId, nameKey(last.title), ...(name === '' ? [nameKey('')] : [])]
}

function fileKey(spreadsheetId: string): string {
  return JSON.stringify([spreadsheetId])
}

function addTo(map: Map<string, Set<number>>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids) ids.add(id)
  else map.set(key, new Set([id]))
}
