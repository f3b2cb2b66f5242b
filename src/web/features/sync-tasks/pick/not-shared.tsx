import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { FileAccess } from '#contract/spreadsheet.ts'
import { FixButton } from '../../../shared/fix-button.tsx'
import { useSpreadsheetUrl } from '../../../shared/spreadsheet-link.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'

interface Props {
  access: FileAccess
  /** Whether access is rechecked automatically. */
  isWatched: boolean
  isChecking: boolean
  onCheck: () => void
}

/** How to share a spreadsheet the account of the task cannot use yet. */
export function NotShared({ access: { id, action, problem }, isWatched, isChecking, onCheck }: Props) {
  const url = useSpreadsheetUrl(id)
  return (
    <Paper withBorder p="xs">
      <Stack gap={6}>
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {problem}
        </Text>
        <Group gap={8} fz="xs">
          {action && <FixButton action={action} />}
          {url !== undefined && (
            <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
              <Group component="span" gap={4} wrap="nowrap">
                <IconExternalLink size={14} stroke={1.8} aria-hidden />
                Open it to share
              </Group>
            </Anchor>
          )}
          {!isWatched && (
            <ActionButton size="compact-xs" variant="default" isPending={isChecking} onPress={onCheck}>
              Check again
            </ActionButton>
          )}
        </Group>
        {isWatched && (
          <Text size="xs" c="dimmed">
            Checked again by itself every few seconds
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
