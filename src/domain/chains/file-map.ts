import { TabGraph } from '#domain/tasks/overlaps.ts'
import {
  listSources,
  listTargets,
  sourceKey,
  targetFiles,
  targetKey,
  type WrittenTab,
} from '#domain/tasks/task-places.ts'
import type { ChainTask } from './chains.ts'

/** A task on the map of all copies. */
export interface MappedTask extends ChainTask {
  readonly sourceSsName: string | null
  readonly targetSsName: string | null
  /** When a run last found its target equal to its source; null if none did. */
  readonly verifiedAt: string | null
}

/** Tab of a file, with its writers and its readers. */
export interface MappedTab<Task> {
  readonly key: string
  /** Empty for the first tab. */
  readonly name: string
  readonly filledBy: Task[]
  readonly copiedBy: Task[]
}

export interface MappedFile<Task> {
  readonly id: string
  /** Null while it is unknown. */
  readonly name: string | null
  /** The value of the rows handed out to the file; null for none. */
  readonly value: string | null
  readonly tabs: readonly MappedTab<Task>[]
}

/** A chain of copies: each source is the previous target. */
interface Chain<Task> {
  readonly steps: readonly Task[]
  /**
   * Best possible age of the data at the end of the chain: when its oldest step was last verified. Null if a step never was.
   */
  readonly asOf: string | null
}

/** All files, the copies between them, and their problems. */
export interface FileMap<Task> {
  readonly files: ReadonlyMap<string, MappedFile<Task>>
  /** Paths from the first copy to each last copy. */
  readonly chains: readonly Chain<Task>[]
  /** The tasks that copy in a circle. */
  readonly looping: ReadonlySet<Task>
  /** The keys of tabs with several writers. */
  readonly sharedTabs: ReadonlySet<string>
}

/** The target tabs of a task. Until a run finds the tabs of values, a tab of the file stands for them. */
export function listMappedTargets(task: MappedTask): WrittenTab[] {
  const targets = listTargets(task)
  const [targetSsId] = targets.length > 0 ? [] : targetFiles(task)
  if (targetSsId === undefined) return targets
  return [{ value: null, targetSsId, targetSheetName: `By ${task.splitBy}`, last: null }]
}

/** Identifies tabs by their names in tasks, because a list of tasks does not have their IDs. */
export function mapFiles<Task extends MappedTask>(tasks: readonly Task[]): FileMap<Task> {
  const files = groupByFile(tasks)
  const graph = new TabGraph<Task>(tasks)
  const tabs = [...files.values()].flatMap((file) => file.tabs)
  return {
    files,
    chains: chainsIn(tasks, graph),
    looping: new Set(tasks.filter((task) => graph.loop(task).length > 0)),
    sharedTabs: new Set(tabs.filter(({ filledBy }) => filledBy.length > 1).map(({ key }) => key)),
  }
}

interface FoundTab {
  id: string
  name: string | null
  value?: string | null
  tab: string
  key: string
}

function groupByFile<Task extends MappedTask>(tasks: readonly Task[]): Map<string, MappedFile<Task>> {
  const files = new Map<string, { id: string; name: string | null; value: string | null; tabs: MappedTab<Task>[] }>()
  const tabs = new Map<string, MappedTab<Task>>()
  const tabAt = ({ id, name, value = null, tab, key }: FoundTab) => {
    const file = files.get(id) ?? { id, name, value, tabs: [] }
    files.set(id, file)
    file.name ??= name
    file.value ??= value
    const known = tabs.get(key) ?? { key, name: tab, filledBy: [], copiedBy: [] }
    if (!tabs.has(key)) file.tabs.push(known)
    tabs.set(key, known)
    return known
  }
  for (const task of tasks) {
    const { sourceSsId, sourceSsName, sourceSheetName, targetSsId, targetSsName } = task
    const source = { id: sourceSsId, name: sourceSsName, tab: sourceSheetName, key: sourceKey(task) }
    tabAt(source).copiedBy.push(task)
    for (const more of listSources(task).slice(1)) {
      const { sourceSsId: id, sourceSheetName: tab } = more
      tabAt({ id, name: null, tab, key: sourceKey(more) }).copiedBy.push(task)
    }
    for (const target of listMappedTargets(task)) {
      const isOwn = target.targetSsId === targetSsId
      const file = { id: target.targetSsId, name: isOwn ? targetSsName : null, value: isOwn ? null : target.value }
      tabAt({ ...file, tab: target.targetSheetName, key: targetKey(target) }).filledBy.push(task)
    }
  }
  return files
}

function chainsIn<Task extends MappedTask>(tasks: readonly Task[], graph: TabGraph<Task>): Chain<Task>[] {
  const ends = tasks.filter((task) => graph.readersOfTarget(task).length === 0)
  return ends.flatMap((end) => {
    const steps = [end]
    // If several tasks write into a tab, the chain is as old as the oldest data written to it.
    for (let next = oldest(graph.writersOfSource(end)); next; next = oldest(graph.writersOfSource(next))) {
      if (steps.includes(next)) break
      steps.unshift(next)
    }
    return steps.length > 1 ? [{ steps, asOf: oldest(steps)?.verifiedAt ?? null }] : []
  })
}

function oldest<Task extends MappedTask>(tasks: readonly Task[]): Task | undefined {
  const age = ({ verifiedAt }: Task) => (verifiedAt === null ? 0 : Date.parse(verifiedAt))
  return tasks.toSorted((one, other) => age(one) - age(other))[0]
}

/**
 * Tasks that stop without a file: tasks that need it, and all tasks downstream, with their files. A hand-out continues without
 * one of its targets.
 */
export function stopsWithout<Task extends MappedTask>(
  { files }: Pick<FileMap<Task>, 'files'>,
  fileId: string,
): { tasks: Task[]; files: MappedFile<Task>[] } {
  const file = files.get(fileId)
  if (!file) return { tasks: [], files: [] }
  const tabs = new Map([...files.values()].flatMap((one) => one.tabs.map((tab) => [tab.key, tab])))
  const all = new Set([...tabs.values()].flatMap(({ copiedBy }) => copiedBy))
  const stopped = new Set([...all].filter((task) => needsFile(task, fileId)))
  const filled = new Set<MappedFile<Task>>()
  for (const task of stopped) {
    for (const written of listMappedTargets(task)) {
      const target = files.get(written.targetSsId)
      if (!target || target === file) continue
      filled.add(target)
      for (const reader of tabs.get(targetKey(written))?.copiedBy ?? []) stopped.add(reader)
    }
  }
  return { tasks: [...stopped], files: [...filled] }
}

/** Whether a file is a source of a task, its list of targets or its only target. */
function needsFile(task: MappedTask, fileId: string): boolean {
  const [target, ...others] = targetFiles(task)
  return (
    listSources(task).some(({ sourceSsId }) => sourceSsId === fileId) ||
    (task.splitBy !== '' && task.targetsFrom?.ss_id === fileId) ||
    (target === fileId && others.length === 0)
  )
}
