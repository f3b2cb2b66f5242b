import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { TabTitle } from '../ui/tab-title.tsx'

/** The page for unknown paths. */
export function NotFoundPage() {
  return (
    <Stack align="center" gap="xs" py={96}>
      <TabTitle screen="404 Not Found" />
      <Title order={1} size="h2">
        404 Not Found
      </Title>
      <Text c="dimmed">This page does not exist</Text>
      <Anchor component={Link} to={paths.home} mt="sm">
        Go Back
      </Anchor>
    </Stack>
  )
}
