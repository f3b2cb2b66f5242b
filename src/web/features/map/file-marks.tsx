import type { FileMap, MappedFile } from '#domain/chains/file-map.ts'
import classes from './map.module.css'
import type { MapTask } from './use-mapped-tasks.ts'

interface Props {
  map: FileMap<MapTask>
  file: MappedFile<MapTask>
}

/** Marks a file with data that is copied in a circle, or with a tab that several tasks write to. */
export function FileMarks({ map, file }: Props) {
  const isInLoop = file.tabs.some(({ copiedBy }) => copiedBy.some((task) => map.looping.has(task)))
  const isShared = file.tabs.some(({ key }) => map.sharedTabs.has(key))
  return (
    <>
      {isInLoop && <span className={classes.mark}>Loop</span>}
      {isShared && <span className={classes.mark}>Shared target</span>}
    </>
  )
}
