import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { useAction } from '../lib/action.ts'
import { ActionButton } from './action-button.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  onRetry: () => unknown
}

/** Placeholder for content that failed to load. */
export function LoadFailure({ title, onRetry }: Props) {
  const { isPending, act } = useAction(['retry', useId()], async () => onRetry())
  return (
    <EmptyState
      title={title}
      icon={<IconAlertTriangle size={22} aria-hidden />}
      action={
        <ActionButton variant="default" isPending={isPending} onPress={act}>
          Try again
        </ActionButton>
      }
    />
  )
}
