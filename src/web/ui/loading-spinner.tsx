import { Center, Loader } from '@mantine/core'

/** The one quiet sign of loading, in the place of what is not there yet. */
export function LoadingSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Center mih={240} role="status" aria-label={label}>
      <Loader size="sm" />
    </Center>
  )
}
