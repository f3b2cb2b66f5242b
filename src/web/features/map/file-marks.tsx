import type { FileMap, MappedFile } from '#domain/chains/file-map.ts'
import classes from './map.module.css'
import type { MapTask } from './use-mapped-tasks.ts'

interface Props {
  map: FileMap<MapTask>
  file: MappedFile<MapTask>
}

/** What is odd about a file: its data goes in a circle, or several tasks write into one of its tabs. */
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
