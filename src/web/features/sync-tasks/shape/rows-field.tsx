import { useState } from 'react'
import { catchProblem } from '#domain/shape/quoted-text.ts'
import { parseConditions } from '#domain/shape/row-conditions.ts'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ConditionList } from './condition-list.tsx'
import { ShapeText } from './shape-text.tsx'
import { TwoViews } from './two-views.tsx'
import type { ShapeTrialState } from './use-shape-trial.ts'

/** Field for the conditions that select rows, as rows of pickers or as text. */
export function RowsField({ form, shape }: { form: TaskFormState; shape: ShapeTrialState }) {
  const [prefersText, setPrefersText] = useState(false)
  const { rows: text } = form.values
  const { columns = [] } = shape
  const canBeList = shape.isLoading || columns.length > 0
  const { error, onBlur } = form.getInputProps('rows')
  return (
    <TwoViews
      label="Rows"
      isText={prefersText || !canBeList}
      onChangeView={canBeList ? setPrefersText : undefined}
      text={(id) => (
        <ShapeText
          id={id}
          form={form}
          field="rows"
          problem={catchProblem(() => parseConditions(text))}
          description="One condition on each line; a row is copied if it meets all. Empty: all rows"
          placeholder={'Status = open\nAmount > 100\nDue >= today - 30'}
          minRows={2}
          maxRows={8}
          onWriting={() => setPrefersText(true)}
        />
      )}
      list={
        shape.columns ? (
          <ConditionList
            columns={columns}
            text={text}
            error={error}
            onChange={(changed) => form.setFieldValue('rows', changed)}
            onLeave={() => onBlur?.()}
            onEditText={() => setPrefersText(true)}
          />
        ) : (
          <LoadingSpinner label="Reading the columns of the source" />
        )
      }
    />
  )
}
