import { Button, CloseButton, Text } from '@mantine/core'
import type { ConditionRow } from '#domain/shape/condition-rows.ts'
import { ProblemWords } from './problem-words.tsx'

interface Props {
  row: ConditionRow
  /** Counted from 1. */
  number: number
  onEdit: () => void
  onRemove: () => void
}

/** Shows a condition as text, with the reason why pickers cannot show it. */
export function ConditionText({ row: { text, problem }, number, onEdit, onRemove }: Props) {
  return (
    <>
      <div className="shape-condition-text">
        {problem ? <ProblemWords text={text} problem={problem} /> : <code>{text}</code>}
        {problem && (
          <Text size="xs" c="red">
            {problem.message}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          {...(problem && { 'data-path': 'rows' })}
          aria-label={`Edit as text: condition ${number}`}
          onClick={onEdit}
        >
          Edit as text
        </Button>
      </div>
      <CloseButton className="shape-remove" aria-label={`Remove condition ${number}`} onClick={onRemove} />
    </>
  )
}
