import { Textarea, type TextareaProps } from '@mantine/core'
import type { TextProblem } from '#domain/shape/quoted-text.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ProblemWords } from './problem-words.tsx'

interface Props extends Pick<TextareaProps, 'id' | 'description' | 'placeholder' | 'minRows' | 'maxRows'> {
  form: TaskFormState
  field: 'columns' | 'rows'
  /** The wrong words, shown once the form says so. */
  problem: TextProblem | undefined
  /** Called when somebody begins to write: a list that can be shown a moment later then does not replace the text. */
  onWriting: () => void
}

/** The columns or conditions of a shape as text. */
export function ShapeText({ form, field, problem, onWriting, ...textarea }: Props) {
  const { error, ...input } = form.getInputProps(field)
  return (
    <Textarea
      autosize
      {...textarea}
      {...input}
      onFocus={(event) => {
        onWriting()
        input.onFocus?.(event)
      }}
      error={
        error && (
          <>
            {error} {problem && <ProblemWords text={form.values[field]} problem={problem} />}
          </>
        )
      }
    />
  )
}
