import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useAction } from '../lib/action.ts'
import { readMessage } from '../lib/call-error.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'
import { LoadingSpinner } from './loading-spinner.tsx'

interface Props<Preview> {
  title: string
  confirmLabel: string
  readPreview: () => Promise<Preview>
  /** Why the change cannot be made; null when it can. */
  problemOf: (preview: Preview) => string | null
  children: (preview: Preview) => ReactNode
  apply: (preview: Preview) => Promise<void>
  onClose: () => void
}

/** Shows the effect of an action before a confirmation. */
export function PreviewDialog<Preview>({ opened, ...props }: Props<Preview> & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={props.title} size="lg">
      <PreviewContent {...props} />
    </Dialog>
  )
}

/** Preview that is never cached, because the data may have changed since. */
function PreviewContent<Preview>({ confirmLabel, readPreview, problemOf, children, apply, onClose }: Props<Preview>) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview-of-change', useId()],
    queryFn: readPreview,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { isPending, act } = useAction(['apply-preview', useId()], async () => {
    if (data === undefined) return
    await apply(data)
    onClose()
  })
  if (isFetching) return <LoadingSpinner label="Calculating changes" />
  const problem = data === undefined ? readMessage(error, 'Failed to calculate the changes.') : problemOf(data)
  return (
    <Stack gap="md">
      {data !== undefined && children(data)}
      {problem !== null && (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {problem === null ? 'Cancel' : 'Close'}
        </Button>
        {problem === null && (
          <ActionButton onPress={act} isPending={isPending}>
            {confirmLabel}
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}
