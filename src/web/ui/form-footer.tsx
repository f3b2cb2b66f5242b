import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import classes from './form-footer.module.css'

interface Props {
  submitLabel: string
  isSaving: boolean
  /** Whether the form shows a problem. */
  isBlocked?: boolean
  /** Called instead of submitting while blocked. A problem may appear during the press, when a field loses the focus. */
  onBlockedPress?: () => void
  /** Reason why the form was not saved; null or undefined without a problem. */
  problem?: ReactNode
  /** Content beside the buttons. */
  note?: ReactNode
  onCancel: () => void
}

/** Buttons of a form in a dialog, and the reason why it was not saved. They stay visible while the fields scroll. */
export function FormFooter(props: Props) {
  const { submitLabel, isSaving, isBlocked = false, onBlockedPress, problem, note, onCancel } = props
  return (
    <div className={classes.footer}>
      {typeof problem === 'string' ? (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      ) : (
        problem
      )}
      <Group justify="flex-end" gap="xs">
        {note && (
          <Text size="sm" c="dimmed" mr="auto">
            {note}
          </Text>
        )}
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
          <ActionButton
            type="submit"
            isPending={isSaving}
            {...(onBlockedPress ? { isBlocked, onBlockedPress } : { disabled: isBlocked })}
          >
            {submitLabel}
          </ActionButton>
        </Group>
      </Group>
    </div>
  )
}
