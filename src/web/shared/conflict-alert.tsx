import { Alert, Button, Group, Text } from '@mantine/core'

interface Props {
  /** Who changed which fields meanwhile. */
  message: string
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Asks which value to keep after somebody else has saved the same fields. */
export function ConflictAlert({ message, isBusy, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert" title="Nothing was saved">
      <Text size="sm">{message}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" disabled={isBusy} onClick={onKeepMine}>
          Save mine
        </Button>
        <Button size="xs" variant="default" disabled={isBusy} onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </Group>
    </Alert>
  )
}
