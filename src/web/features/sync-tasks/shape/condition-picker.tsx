import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isWithoutValue, OPERATORS, withCondition } from './with-condition.ts'

interface Props {
  columns: readonly { name: string }[]
  rows: string
  onChange: (rows: string) => void
}

/** Writes a condition out of a column, an operator and a value. */
export function ConditionPicker({ columns, rows, onChange }: Props) {
  const [chosen, setColumn] = useState('')
  const [operator, setOperator] = useState<(typeof OPERATORS)[number]>('=')
  const [value, setValue] = useState('')
  const column = columns.some(({ name }) => name === chosen) ? chosen : (columns[0]?.name ?? '')
  if (columns.length === 0) return null
  function add(): void {
    onChange(withCondition(rows, { column, operator, value }))
    setValue('')
  }
  return (
    <Group gap="xs" align="end" wrap="wrap">
      <NativeSelect
        label="Column"
        size="xs"
        maw={130}
        data={[...new Set(columns.map(({ name }) => name))]}
        value={column}
        onChange={({ currentTarget }) => setColumn(currentTarget.value)}
      />
      <NativeSelect
        label="Condition"
        size="xs"
        data={OPERATORS}
        value={operator}
        onChange={({ currentTarget }) => setOperator(OPERATORS.find((one) => one === currentTarget.value) ?? '=')}
      />
      {!isWithoutValue(operator) && (
        <TextInput
          label="Value"
          size="xs"
          maw={130}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <Button size="xs" variant="default" disabled={!isWithoutValue(operator) && value.trim() === ''} onClick={add}>
        Add condition
      </Button>
    </Group>
  )
}
