import { Anchor } from '@mantine/core'
import type { HelpPage } from '#contract/help.ts'
import { ExtraCalls } from './extra-calls.tsx'

/** The address of a page of the documents, which the server shows without scripts. */
export function helpAddress(page: HelpPage): string {
  return `/help?page=${page}`
}

/**
 * A link to the page about the fields or the list beside it. It opens in another tab, so no input is lost. Its
 * underline sets it apart from text, since color alone does not.
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
