import { Button, CloseButton, Text } from '@mantine/core'
import type { ConditionRow } from '#domain/shape/condition-rows.ts'
import { ProblemWords } from './problem-words.tsx'
import classes from './shape.module.css'

interface Props {
  row: ConditionRow
  /** Counted from 1. */
  number: number
  onEdit: () => void
  onRemove: () => void
}

/** A condition that pickers cannot show, and why. */
export function ConditionText({ row: { text, problem }, number, onEdit, onRemove }: Props) {
  return (
    <>
      <div className={classes.conditionText}>
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
      <CloseButton className={classes.remove ?? ''} aria-label={`Remove condition ${number}`} onClick={onRemove} />
    </>
  )
}
