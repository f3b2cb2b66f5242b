import { CloseButton, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type ConditionRow, conditionText, type PickedCondition } from '#domain/shape/condition-rows.ts'
import { OPERATORS, operators } from '#domain/shape/operators.ts'
import { takesList, takesNoValue } from '#domain/shape/row-conditions.ts'
import { columnNamed } from './choose-columns.ts'
import { TypedInput } from './typed-input.tsx'

interface Props {
  columns: readonly { name: string; samples: readonly string[] }[]
  row: ConditionRow & { picked: PickedCondition }
  /** Counted from 1. */
  number: number
  showsProblem: boolean
  /** Whether the condition was just added. Called once. */
  takesFocus: () => boolean
  onChange: (text: string) => void
  onLeave: () => void
  onRemove: () => void
}

/** Edits a condition with three fields. */
export function ConditionFields({ columns, row, number, showsProblem, takesFocus, ...events }: Props) {
  const { onChange, onLeave, onRemove } = events
  const [isTyping, setIsTyping] = useState(false)
  const { picked, problem } = row
  const { operator, value } = picked
  const column = columnNamed(columns, picked.column)
  const isList = takesList(operator)
  const sample = column?.samples.find((one) => one !== '')
  // Before the task is saved, do not report a value that is still being typed, or was never filled in.
  const isShown = problem && (showsProblem || (value !== '' && !isTyping))
  const write = (changed: Partial<PickedCondition>) => onChange(conditionText({ ...picked, ...changed }))
  return (
    <>
      <NativeSelect
        size="xs"
        className="shape-condition-column"
        aria-label={`Column of condition ${number}`}
        ref={(node) => {
          if (node && takesFocus()) node.focus()
        }}
        error={!column && 'Not in the source'}
        data={[
          ...(column ? [] : [{ value: picked.column, label: picked.column }]),
          ...new Set(columns.map(({ name }) => name)),
        ]}
        value={column?.name ?? picked.column}
        onChange={({ currentTarget }) => write({ column: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        className="shape-operator"
        aria-label={`Operator of condition ${number}`}
        data={OPERATORS.map((each) => ({ value: each, label: operators[each].label }))}
        value={operator}
        onChange={({ currentTarget }) =>
          write({ operator: OPERATORS.find((each) => each === currentTarget.value) ?? operator })
        }
      />
      {!takesNoValue(operator) && (
        <TypedInput
          className="shape-value"
          aria-label={`Value of condition ${number}`}
          placeholder={isList ? 'North | South' : (sample ?? 'Value')}
          shown={value}
          isHeld={(typed) => conditionText({ ...picked, value: typed }) === row.text}
          error={isShown && (value === '' ? 'Enter a value' : problem.message)}
          {...(problem && { 'data-path': 'rows' })}
          onType={(typed) => write({ value: typed })}
          onFocus={() => setIsTyping(true)}
          onBlur={() => {
            setIsTyping(false)
            if (value !== '') onLeave()
          }}
        />
      )}
      <CloseButton className="shape-remove" aria-label={`Remove condition ${number}`} onClick={onRemove} />
    </>
  )
}
