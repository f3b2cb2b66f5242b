import { Anchor } from '@mantine/core'
import type { HelpPage } from '#contract/help.ts'
import { ExtraCalls } from './extra-calls.tsx'

/** The address of a page of the documents, which the server shows without scripts. */
export function helpAddress(page: HelpPage): string {
  return `/help?page=${page}`
}

/**
 * A link to the page that explains what stands beside it. It opens in another tab, so that no input is lost. In text, it is
 * underlined, because color alone does not set it apart.
 */
export function HelpLink({ page, label, isInText }: { page: HelpPage; label: string; isInText?: boolean }) {
  return (
    <ExtraCalls>
      <Anchor href={helpAddress(page)} target="_blank" size="sm" underline={isInText ? 'always' : 'hover'}>
        {label}
      </Anchor>
    </ExtraCalls>
  )
}
