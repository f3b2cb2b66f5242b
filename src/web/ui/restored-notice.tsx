import { Alert, Button, Group, Text } from '@mantine/core'

/** Notice that a form contains input from before the sign-in. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Your unsaved changes from before you signed in are back.</Text>
        <Button size="xs" variant="subtle" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
