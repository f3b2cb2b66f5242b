import { useState } from 'react'
import { parseColumns } from '#domain/shape/chosen-columns.ts'
import { catchProblem } from '#domain/shape/quoted-text.ts'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import type { TaskFormState } from '../form/use-task-form.ts'
import { listChoices } from './choose-columns.ts'
import { ColumnList } from './column-list.tsx'
import { ShapeText } from './shape-text.tsx'
import { TwoViews } from './two-views.tsx'
import type { ShapeTrialState } from './use-shape-trial.ts'

/** The copied columns: as a list beside their first values, or as text. */
export function ColumnsField({ form, shape }: { form: TaskFormState; shape: ShapeTrialState }) {
  const [prefersText, setPrefersText] = useState(false)
  const { columns: text } = form.values
  const choices = shape.columns && listChoices(shape.columns, text)
  const canBeList = shape.isLoading || (choices !== undefined && choices.length > 0)
  const isText = prefersText || !canBeList
  return (
    <TwoViews
      label="Columns"
      isText={isText}
      onChangeView={canBeList ? setPrefersText : undefined}
      text={(id) => (
        <ShapeText
          id={id}
          form={form}
          field="columns"
          problem={catchProblem(() => parseColumns(text))}
          description={'By header, or by letter where there is none; "as" renames. Empty: all, in their places'}
          placeholder="Name, Amount as Total, Region"
          minRows={1}
          maxRows={6}
          onWriting={() => setPrefersText(true)}
        />
      )}
      list={
        choices ? (
          <ColumnList
            choices={choices}
            isEmpty={text.trim() === ''}
            onChange={(changed) => form.setFieldValue('columns', changed)}
          />
        ) : (
          <LoadingSpinner label="Reading the columns of the source" />
        )
      }
    />
  )
}
