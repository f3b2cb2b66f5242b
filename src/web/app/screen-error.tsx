import { Button, Stack, Text, Title } from '@mantine/core'
import { TabTitle } from '../ui/tab-title.tsx'

/** Shown instead of a screen that failed to load or render. */
export function ScreenError() {
  return (
    <Stack align="center" gap="xs" py={96} role="alert">
      <TabTitle screen="Something went wrong" />
      <Title order={1} size="h3">
        Failed to load this screen
      </Title>
      <Text c="dimmed" ta="center">
        The app may have been updated, or you may be offline. Trying again usually helps.
      </Text>
      <Button mt="sm" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </Stack>
  )
}
