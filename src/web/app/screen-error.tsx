import { Button, Stack, Text, Title } from '@mantine/core'
import { TabTitle } from '../ui/tab-title.tsx'

/** Stands in for a screen that could not be loaded or that failed while it was drawn. */
export function ScreenError() {
  return (
    <Stack align="center" gap="xs" py={96} role="alert">
      <TabTitle screen="Something went wrong" />
      <Title order={1} size="h3">
        This screen could not be shown
      </Title>
      <Text c="dimmed" ta="center">
        The app may have been updated meanwhile, or the connection is gone. Trying again usually helps.
      </Text>
      <Button mt="sm" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </Stack>
  )
}
