import { Checkbox, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { pluralize } from '#domain/pluralize.ts'
import { DragHandle, SortableRows, useSortableRow } from '../../../ui/sortable-rows.tsx'
import { allChosen, type ColumnChoice, renamed, reordered, toggled } from './choose-columns.ts'
import { TypedInput } from './typed-input.tsx'

interface Props {
  choices: readonly ColumnChoice[]
  /** Whether the text is empty, which copies all columns. */
  isEmpty: boolean
  onChange: (text: string) => void
}

/** The columns of the source with their first values: chosen columns, their order and their names. */
export function ColumnList({ choices: all, isEmpty, onChange }: Props) {
  // Empty text means all columns. The list can still show all boxes unchecked for a while, so users can check a few of many.
  const [isUnchecked, setIsUnchecked] = useState(false)
  const isNone = isEmpty && isUnchecked
  const choices = isNone ? all.map((choice) => ({ ...choice, chosen: undefined })) : all
  const chosen = choices.filter((choice) => choice.chosen)
  /** The column of the row last moved between the chosen and the remaining columns. */
  const movedId = useRef<string>(undefined)

  function change(text: string): void {
    setIsUnchecked(text === '')
    onChange(text)
  }

  const buildRow = (choice: ColumnChoice) => ({
    choice,
    checkbox: (
      <Checkbox
        ref={(node) => {
          if (!node || movedId.current !== choice.id) return
          node.focus({ preventScroll: true })
          movedId.current = undefined
        }}
        label={choice.name}
        checked={choice.chosen !== undefined}
        onChange={() => {
          movedId.current = choice.id
          change(toggled(choices, choice.id))
        }}
      />
    ),
    onRename: (newName: string) => change(renamed(choices, choice.id, newName)),
  })

  return (
    <div className="shape-panel">
      <div className="shape-all">
        <Checkbox
          label={isNone ? 'No columns checked: all are copied' : allLabel({ choices, chosen, isEmpty })}
          checked={chosen.length === choices.length}
          indeterminate={chosen.length > 0 && chosen.length < choices.length}
          onChange={() => {
            if (isEmpty) setIsUnchecked(!isUnchecked)
            else change(chosen.length < choices.length ? allChosen(choices) : '')
          }}
        />
      </div>
      <SortableRows rows={chosen} onReorder={(ids) => change(reordered(choices, ids))}>
        <div className="shape-scroll">
          <ul className="shape-columns" aria-label="Columns of the source">
            {chosen.map((choice) => (
              <ChosenColumn key={choice.id} {...buildRow(choice)} />
            ))}
            {choices
              .filter((choice) => !choice.chosen)
              .map((choice) => (
                <li key={choice.id} className="shape-column">
                  <ColumnCells {...buildRow(choice)} />
                </li>
              ))}
          </ul>
        </div>
      </SortableRows>
    </div>
  )
}

function allLabel({
  choices,
  chosen,
  isEmpty,
}: {
  choices: readonly ColumnChoice[]
  chosen: readonly ColumnChoice[]
  isEmpty: boolean
}): string {
  if (isEmpty) return 'All columns, also those that are added later'
  return `${chosen.length} of ${pluralize(choices.length, 'column')}`
}

interface RowProps {
  choice: ColumnChoice
  checkbox: ReactNode
  onRename: (newName: string) => void
}

function ChosenColumn({ choice, checkbox, onRename }: RowProps) {
  const { rowProps, handleProps } = useSortableRow(choice)
  const newName = choice.chosen?.newName ?? ''
  return (
    <li {...rowProps} className="shape-column">
      <DragHandle {...handleProps} />
      <ColumnCells choice={choice} checkbox={checkbox} />
      <TypedInput
        className="shape-new-name"
        aria-label={`New name of ${choice.name}`}
        placeholder="New name"
        shown={newName}
        isHeld={(typed) => typed.trim() === newName}
        onType={onRename}
      />
    </li>
  )
}

function ColumnCells({ choice: { samples, isMissing }, checkbox }: Pick<RowProps, 'choice' | 'checkbox'>) {
  return (
    <>
      <div className="shape-column-name">{checkbox}</div>
      <Text size="xs" c={isMissing ? 'red' : 'dimmed'} truncate className="shape-samples">
        {isMissing ? 'Not in the source' : samples.filter((sample) => sample !== '').join(' · ')}
      </Text>
    </>
  )
}
