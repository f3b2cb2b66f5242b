import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { parseColumns } from '#domain/shape/chosen-columns.ts'
import { problemOf } from '#domain/shape/quoted-text.ts'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import type { TaskFormState } from '../form/use-task-form.ts'
import { choicesOf } from './choose-columns.ts'
import { ColumnList } from './column-list.tsx'
import { ProblemWords } from './problem-words.tsx'
import { TwoViews } from './two-views.tsx'
import type { ShapeTrialState } from './use-shape-trial.ts'

/** Which columns are copied: as a list beside their first values, or as text. */
export function ColumnsField({ form, shape }: { form: TaskFormState; shape: ShapeTrialState }) {
  const [prefersText, setPrefersText] = useState(false)
  const { columns: text } = form.values
  const choices = shape.columns && choicesOf(shape.columns, text)
  const canBeList = shape.isLoading || (choices !== undefined && choices.length > 0)
  const isText = prefersText || !canBeList
  const problem = problemOf(() => parseColumns(text))
  const { error, ...input } = form.getInputProps('columns')
  return (
    <TwoViews
      label="Columns"
      isText={isText}
      onChangeView={canBeList ? setPrefersText : undefined}
      text={(id) => (
        <Textarea
          id={id}
          description={'By header, or by letter where there is none; "as" renames. Empty: all, in their places'}
          placeholder="Name, Amount as Total, Region"
          autosize
          minRows={1}
          maxRows={6}
          {...input}
          onFocus={(event) => {
            // A list that can be shown a moment later does not take the place of a text that is being written.
            setPrefersText(true)
            input.onFocus?.(event)
          }}
          error={
            error && (
              <>
                {error} {problem && <ProblemWords text={text} problem={problem} />}
              </>
            )
          }
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
