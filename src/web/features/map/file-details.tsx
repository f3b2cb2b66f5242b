import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type FileMap, listMappedTargets, type MappedFile, stopsWithout } from '#domain/chains/file-map.ts'
import { pluralize } from '#domain/pluralize.ts'
import { SpreadsheetLink } from '../../shared/spreadsheet-link.tsx'
import { ChainAge } from './chain-age.tsx'
import { FileMarks } from './file-marks.tsx'
import classes from './map.module.css'
import { chainName, fileName, listTasks, tabName } from './map-names.ts'
import { TaskLine } from './task-line.tsx'
import type { MapTask } from './use-mapped-tasks.ts'

interface Props {
  map: FileMap<MapTask>
  file: MappedFile<MapTask>
  onSelect: (id: string | undefined) => void
}

/** Details of a file: its sources, its followers, the age of its data, and the tasks that stop without it. */
export function FileDetails({ map, file, onSelect }: Props) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus(), [])
  const filledBy = listTasks(file.tabs, 'filledBy')
  const feeds = listTasks(file.tabs, 'copiedBy')
  const chains = map.chains.filter(({ steps }) =>
    steps.some(
      (step) => step.sourceSsId === file.id || listMappedTargets(step).some((tab) => tab.targetSsId === file.id),
    ),
  )
  const stopped = stopsWithout(map, file.id)
  const shared = file.tabs.filter(({ key }) => map.sharedTabs.has(key))
  return (
    <section className={classes.panel} aria-label={fileName(file)}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.back}
        leftSection={<IconArrowLeft size={15} aria-hidden />}
        onClick={() => onSelect(undefined)}
      >
        All files
      </Button>
      <div>
        <h2 ref={headingRef} tabIndex={-1} className={classes.title}>
          {fileName(file)} <FileMarks map={map} file={file} />
        </h2>
        <SpreadsheetLink id={file.id} name="Open the spreadsheet" className={classes.open} />
        {shared.map((tab) => (
          <p key={tab.key} className={classes.note}>
            {pluralize(tab.filledBy.length, 'task')} write to the tab {tabName(tab)}: the last one overwrites the
            others.
          </p>
        ))}
      </div>
      <Part title="Filled by" empty="No task. People or forms fill it.">
        {filledBy.map((task) => (
          <TaskLine key={task.id} task={task} end="source" isLooping={map.looping.has(task)} onSelect={onSelect} />
        ))}
      </Part>
      <Part title="Feeds" empty="No task copies it.">
        {feeds.map((task) => (
          <TaskLine key={task.id} task={task} end="target" isLooping={map.looping.has(task)} onSelect={onSelect} />
        ))}
      </Part>
      {chains.length > 0 && (
        <Part title="Chains" empty="">
          {chains.map(({ steps, asOf }) => (
            <li key={steps.at(-1)?.id} className={classes.line}>
              <span className={classes.steps}>{chainName(steps)}</span>
              <span className={classes.facts}>
                {steps.slice(1).every(({ followsSource }) => followsSource) ? 'In one go, ' : 'Each at its own time, '}
                {asOf !== null && 'the end '}
                <ChainAge asOf={asOf} />
              </span>
            </li>
          ))}
        </Part>
      )}
      <Part
        title="If it goes"
        intro={
          stopped.files.length > 0 &&
          `${pluralize(stopped.tasks.length, 'task')} would stop, and these files would get no more data:`
        }
        empty={
          stopped.tasks.length > 0 ? `${pluralize(stopped.tasks.length, 'task')} would stop.` : 'Nothing would stop.'
        }
      >
        {stopped.files.map((other) => (
          <li key={other.id} className={classes.line}>
            <button type="button" className={classes.jump} onClick={() => onSelect(other.id)}>
              {fileName(other)}
            </button>
          </li>
        ))}
      </Part>
    </section>
  )
}

interface PartProps {
  title: string
  intro?: ReactNode
  /** Shown in place of an empty list. */
  empty: string
  children: readonly ReactNode[]
}

function Part({ title, intro, empty, children }: PartProps) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {intro && <p className={classes.note}>{intro}</p>}
      {children.length === 0 ? (
        <p className={classes.note}>{empty}</p>
      ) : (
        <ul className={classes.lines} aria-labelledby={id}>
          {children}
        </ul>
      )}
    </div>
  )
}
