import { Button, Input, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { type ConditionRow, conditionRows, textOfRows, withRow } from '#domain/shape/condition-rows.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ConditionText } from './condition-text.tsx'

interface Props {
  columns: readonly { name: string; samples: readonly string[] }[]
  text: string
  /** The problem of the whole field; a condition's problems stand at its row. */
  error: ReactNode
  onChange: (text: string) => void
  /** Called when the value field of a condition loses the focus. */
  onLeave: () => void
  onEditText: () => void
}

/** Lists the conditions for rows. Each is a row of pickers, or its text if pickers cannot show it. */
export function ConditionList({ columns, text, error, onChange, onLeave, onEditText }: Props) {
  const rows = conditionRows(text)
  const addedAt = useRef<number>(undefined)
  const addButton = useRef<HTMLButtonElement>(null)
  const isAtRow = rows.some(({ problem }) => problem)

  function add(): void {
    const added = withRow(rows, { column: columns[0]?.name ?? '', operator: '=', value: '' })
    addedAt.current = added.at
    onChange(added.text)
  }

  function replace(at: number, written: string): void {
    onChange(textOfRows(rows.map((row, index) => (index === at ? { text: written } : row))))
  }

  function remove(at: number): void {
    onChange(textOfRows(rows.toSpliced(at, 1)))
    addButton.current?.focus()
  }

  const renderFields = (row: ConditionRow, at: number) =>
    row.picked ? (
      <ConditionFields
        columns={columns}
        row={{ ...row, picked: row.picked }}
        number={at + 1}
        showsProblem={Boolean(error)}
        takesFocus={() => {
          const isAdded = addedAt.current === at
          if (isAdded) addedAt.current = undefined
          return isAdded
        }}
        onChange={(written) => replace(at, written)}
        onLeave={onLeave}
        onRemove={() => remove(at)}
      />
    ) : (
      <ConditionText row={row} number={at + 1} onEdit={onEditText} onRemove={() => remove(at)} />
    )

  return (
    <>
      {rows.length === 0 ? (
        <Text size="xs" c="dimmed" mb={6}>
          All rows are copied.
        </Text>
      ) : (
        <ul className="shape-conditions" aria-label="Conditions">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone
            <li key={at} className="shape-condition">
              <span className="shape-joint">{at === 0 ? 'Where' : 'and'}</span>
              {renderFields(row, at)}
            </li>
          ))}
        </ul>
      )}
      {error && !isAtRow && <Input.Error mb={6}>{error}</Input.Error>}
      <Button
        ref={addButton}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        Add condition
      </Button>
    </>
  )
}
