import { Center, Loader } from '@mantine/core'

/** Placeholder for content that is still loading. */
export function LoadingSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Center mih={240} role="status" aria-label={label}>
      <Loader size="sm" />
    </Center>
  )
}
