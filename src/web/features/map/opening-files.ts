import { type FileMap, listMappedTargets } from '#domain/chains/file-map.ts'
import { listSources } from '#domain/tasks/task-places.ts'
import { needsAttention, worstStatus } from '../../data/task-status.ts'
import type { MapTask } from './use-mapped-tasks.ts'

/** IDs of the files to show first if not all fit: files of the task that most needs attention, or of the longest chain. */
export function openingFiles({ chains }: Pick<FileMap<MapTask>, 'chains'>, tasks: readonly MapTask[]): string[] {
  const active = tasks.filter(({ task }) => task.is_active)
  const worst = worstStatus(active.map(({ task }) => task).filter((task) => needsAttention(task.task_status)))
  const [longest] = chains.toSorted((one, other) => other.steps.length - one.steps.length)
  const first = active.find(({ task }) => task.task_status === worst)
  const shown = first ? [first] : (longest?.steps ?? tasks.slice(0, 1))
  return [...new Set(shown.flatMap(listFileIds))]
}

function listFileIds(task: MapTask): string[] {
  return [
    ...listSources(task).map(({ sourceSsId }) => sourceSsId),
    ...listMappedTargets(task).map(({ targetSsId }) => targetSsId),
  ]
}
