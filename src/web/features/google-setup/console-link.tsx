import { Anchor } from '@mantine/core'

/** A link to a page of the Google Cloud console. */
export function ConsoleLink({ path, children }: { path: string; children: string }) {
  return (
    <Anchor
      href={`https://console.cloud.google.com/${path}`}
      target="_blank"
      rel="noreferrer"
      inherit
      underline="always"
    >
      {children}
    </Anchor>
  )
}
