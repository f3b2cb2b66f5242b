import { Anchor } from '@mantine/core'
import type { HelpPage } from '#contract/help.ts'
import { ExtraCalls } from './extra-calls.tsx'

/** Address of a documentation page, which the server renders without scripts. */
export function helpAddress(page: HelpPage): string {
  return `/help?page=${page}`
}

/**
 * Link to the documentation about the fields or list beside it. It opens in another tab, so no input is lost. The underline
 * sets it apart from text, because color alone does not.
 */
export function HelpLink({ page, label }: { page: HelpPage; label: string }) {
  return (
    <ExtraCalls>
      <Anchor href={helpAddress(page)} target="_blank" size="sm" underline="always">
        {label}
      </Anchor>
    </ExtraCalls>
  )
}
