import { type FileMap, listMappedTargets, type MappedFile, type MappedTab } from '#domain/chains/file-map.ts'
import { pluralize } from '#domain/pluralize.ts'
import { targetKey } from '#domain/tasks/task-places.ts'
import type { MapTask } from './use-mapped-tasks.ts'

/** Maximum targets of a hand-out that the graph shows individually. Counts only targets that no other task uses. */
const MAX_SHOWN_TARGETS = 6

/** Position of a tab in the graph: its node and its line. */
interface GraphPlace {
  readonly fileId: string
  readonly tabKey: string
}

interface FoldedFiles {
  readonly files: readonly MappedFile<MapTask>[]
  /** Place of each tab in the graph, by the tab's key. */
  readonly places: ReadonlyMap<string, GraphPlace>
  /** Task with targets folded into a single node, by the node's ID. */
  readonly folded: ReadonlyMap<string, MapTask>
}

/** Folds the targets of a large hand-out for the graph: many files into a single node, or many tabs of a file into one line. */
export function foldTargets({ files }: Pick<FileMap<MapTask>, 'files'>, tasks: readonly MapTask[]): FoldedFiles {
  const shown = new Map(files)
  const places = new Map<string, GraphPlace>()
  const folded = new Map<string, MapTask>()
  for (const file of files.values()) for (const { key } of file.tabs) places.set(key, { fileId: file.id, tabKey: key })
  for (const task of tasks) {
    const keys = new Set(task.splitBy ? listMappedTargets(task).map(targetKey) : [])
    const isFoldable = ({ key, filledBy, copiedBy }: MappedTab<MapTask>) =>
      keys.has(key) && filledBy.length === 1 && copiedBy.length === 0
    const ends = [...files.values()].filter(({ tabs }) => tabs.every(isFoldable))
    if (ends.length > MAX_SHOWN_TARGETS) {
      const id = `targets-${task.id}`
      const tab = { key: id, name: `By ${task.splitBy}`, filledBy: [task], copiedBy: [] }
      shown.set(id, { id, name: pluralize(ends.length, 'file'), value: null, tabs: [tab] })
      folded.set(id, task)
      for (const file of ends) {
        shown.delete(file.id)
        for (const { key } of file.tabs) places.set(key, { fileId: id, tabKey: id })
      }
    }
    for (const file of shown.values()) {
      const many = file.tabs.filter(isFoldable)
      if (many.length <= MAX_SHOWN_TARGETS) continue
      const key = `targets-${task.id}-${file.id}`
      const tab = { key, name: `${pluralize(many.length, 'tab')} by ${task.splitBy}`, filledBy: [task], copiedBy: [] }
      shown.set(file.id, { ...file, tabs: [...file.tabs.filter((each) => !many.includes(each)), tab] })
      for (const each of many) places.set(each.key, { fileId: file.id, tabKey: key })
    }
  }
  return { files: [...shown.values()], places, folded }
}
