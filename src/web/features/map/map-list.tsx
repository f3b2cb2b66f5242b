import { SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type FileMap, listMappedTargets } from '#domain/chains/file-map.ts'
import { pluralize } from '#domain/pluralize.ts'
import { hasEveryWord, searchWords } from '#domain/tasks/task-search.ts'
import graphClasses from '../../shared/graph.module.css'
import { ChainAge } from './chain-age.tsx'
import { FileMarks } from './file-marks.tsx'
import classes from './map.module.css'
import { chainName, fileName, listTasks, tabName } from './map-names.ts'
import { StateOfFile } from './state-of-file.tsx'
import type { MapTask } from './use-mapped-tasks.ts'

interface Props {
  map: FileMap<MapTask>
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** Searchable list of all files and chains. It contains everything that the graph shows. */
export function MapList({ map, selectedId, onSelect }: Props) {
  const [view, setView] = useState('files')
  const [search, setSearch] = useState('')
  const words = useDeferredValue(useMemo(() => searchWords(search), [search]))
  const files = useMemo(() => [...map.files.values()].filter((file) => matches(file, words)), [map, words])
  const chains = useMemo(
    () =>
      map.chains
        .filter(({ steps }) => hasEveryWord(steps.map(joinText).join('\n'), words))
        .toSorted((one, other) => (one.asOf ?? '').localeCompare(other.asOf ?? '')),
    [map, words],
  )
  const listRef = useFocusOnReturn(selectedId)
  return (
    <>
      <TextInput
        aria-label="Search files, tabs and tasks"
        placeholder="Search files, tabs and tasks"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <SegmentedControl
        fullWidth
        aria-label="Show"
        value={view}
        onChange={setView}
        data={[
          { value: 'files', label: `Files (${files.length})` },
          { value: 'chains', label: `Chains (${chains.length})` },
        ]}
      />
      {view === 'files' ? (
        <ul ref={listRef} className={classes.list} aria-label="Files">
          {files.map((file) => (
            <li key={file.id} className={classes.item}>
              <UnstyledButton className={classes.choice} data-id={file.id} onClick={() => onSelect(file.id)}>
                <span className={graphClasses.name}>
                  <StateOfFile file={file} />
                  <span className={graphClasses.nameText}>{fileName(file)}</span>
                  <FileMarks map={map} file={file} />
                </span>
                <span className={classes.facts}>{listFacts(file)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : (
        <ul className={classes.list} aria-label="Chains">
          {chains.map(({ steps, asOf }) => {
            const end = steps.at(-1)
            return (
              <li key={end?.id} className={classes.item}>
                <UnstyledButton
                  className={classes.choice}
                  onClick={() => end && onSelect(listMappedTargets(end)[0]?.targetSsId ?? end.sourceSsId)}
                >
                  <span className={classes.steps}>{chainName(steps)}</span>
                  <span className={classes.facts}>
                    {pluralize(steps.length, 'step')}, <ChainAge asOf={asOf} />
                  </span>
                </UnstyledButton>
              </li>
            )
          })}
        </ul>
      )}
      {(view === 'files' ? files : chains).length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {words.length > 0 ? 'Nothing matches.' : 'No task copies on what another one wrote.'}
        </Text>
      )}
    </>
  )
}

/** Returns the focus to the list entry of a file after the file is closed. */
function useFocusOnReturn(selectedId: string | undefined) {
  const ref = useRef<HTMLUListElement>(null)
  const lastId = useRef<string>(undefined)
  useEffect(() => {
    if (selectedId === undefined && lastId.current !== undefined) {
      ref.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(lastId.current)}"]`)?.focus()
    }
    lastId.current = selectedId
  }, [selectedId])
  return ref
}

type File = FileMap<MapTask>['files'] extends ReadonlyMap<string, infer Of> ? Of : never

function matches(file: File, words: readonly string[]): boolean {
  const tasks = file.tabs.flatMap(({ filledBy, copiedBy }) => [...filledBy, ...copiedBy])
  return hasEveryWord([fileName(file), ...file.tabs.map(tabName), ...tasks.map(({ name }) => name)].join('\n'), words, [
    file.id,
  ])
}

function joinText({ name, sourceSsName, targetSsName, sourceSheetName, targetSheetName, task }: MapTask): string {
  const values = task.target_values ?? []
  return [name, sourceSsName, targetSsName, sourceSheetName, targetSheetName, ...values].join('\n')
}

function listFacts({ tabs }: File): string {
  const fillsCount = listTasks(tabs, 'filledBy').length
  const feedsCount = listTasks(tabs, 'copiedBy').length
  const facts = [
    pluralize(tabs.length, 'tab'),
    fillsCount > 0 && `filled by ${pluralize(fillsCount, 'task')}`,
    feedsCount > 0 && `feeds ${pluralize(feedsCount, 'task')}`,
  ]
  return facts.filter(Boolean).join(' · ')
}
