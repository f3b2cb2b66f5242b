import { Textarea, type TextareaProps } from '@mantine/core'
import type { TextProblem } from '#domain/shape/quoted-text.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ProblemWords } from './problem-words.tsx'

interface Props extends Pick<TextareaProps, 'id' | 'description' | 'placeholder' | 'minRows' | 'maxRows'> {
  form: TaskFormState
  field: 'columns' | 'rows'
  /** Wrong words in the text, shown once the form reports the problem. */
  problem: TextProblem | undefined
  /** Called when the user starts to type. From then on, a list that becomes available does not replace the text. */
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
