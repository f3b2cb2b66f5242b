import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  /** Null where a retry cannot help. */
  onRetry: (() => unknown) | null
}

/** Placeholder for content that failed to load. */
export function LoadFailure({ title, onRetry }: Props) {
  return (
    <EmptyState
      title={title}
      icon={<IconAlertTriangle size={22} aria-hidden />}
      action={
        onRetry && (
          <Button variant="default" onClick={() => onRetry()}>
            Try again
          </Button>
        )
      }
    />
  )
}
