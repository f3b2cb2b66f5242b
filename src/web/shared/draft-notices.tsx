import { Alert, Button, Group, Text } from '@mantine/core'
import { useId } from 'react'
import type { Draft } from '../data/draft-store.ts'
import { useAuth } from '../data/use-auth.ts'
import { useDraftStore, useDrafts } from '../data/use-drafts.ts'
import { useAction } from '../lib/action.ts'
import { ActionButton } from '../ui/action-button.tsx'

interface Props {
  form: 'task' | 'type'
  /** Opens the form of a record, or of a new record. The form then restores its draft itself. */
  onContinue: (id: number | undefined) => unknown
}

/** Offers to continue forms that were open when the session ended. */
export function DraftNotices({ form, onContinue }: Props) {
  const { isAuthenticated } = useAuth()
  const drafts = useDrafts().filter(({ key }) => key.startsWith(`${form}:`))
  if (!isAuthenticated) return null
  return drafts.map((draft) => {
    const record = draft.key.slice(form.length + 1)
    return (
      <DraftNotice
        key={draft.key}
        draft={draft}
        onContinue={() => onContinue(record === 'new' ? undefined : Number(record))}
      />
    )
  })
}

function DraftNotice({ draft, onContinue }: { draft: Draft; onContinue: () => unknown }) {
  const store = useDraftStore()
  const { isPending, act: resume } = useAction(['continue', useId()], async () => onContinue())
  return (
    <Alert p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          You have unsaved changes from before you signed in: <strong>{draft.label}</strong>
        </Text>
        <Group gap="xs">
          <ActionButton size="xs" variant="default" isPending={isPending} onPress={resume}>
            Continue editing
          </ActionButton>
          <Button size="xs" variant="subtle" onClick={() => store.drop(draft.key)}>
            Discard
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
