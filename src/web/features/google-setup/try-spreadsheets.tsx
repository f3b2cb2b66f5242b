import { Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SpreadsheetAccess } from '#contract/google-setup.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { AccessResult } from './access-result.tsx'
import { CopyOneTab } from './copy-one-tab.tsx'
import classes from './google-setup.module.css'

interface Pair {
  source: SpreadsheetAccess
  target: SpreadsheetAccess
}

/** Checks two spreadsheets by their links, and copies a tab from the first to the second. */
export function TrySpreadsheets({ account }: { account: string | null }) {
  const [links, setLinks] = useState({ source: '', target: '' })
  const [found, setFound] = useState<Pair>()
  const { isPending, act } = useAction(['check-spreadsheets'], async () => {
    try {
      const body = { source_ss_id: links.source, target_ss_id: links.target }
      setFound(await call(api.googleSetup.checkSpreadsheets, { body }))
    } catch (error) {
      setFound(undefined)
      toastFailure(error, { message: readMessage(error, 'The spreadsheets could not be checked') })
    }
  })
  const isComplete = links.source.trim() !== '' && links.target.trim() !== ''

  function setLink(side: keyof typeof links, link: string): void {
    setLinks((current) => ({ ...current, [side]: link }))
    setFound(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isComplete) act()
  }

  return (
    <Card component="section" padding="md" aria-labelledby="try-spreadsheets">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h5" id="try-spreadsheets">
              Try two spreadsheets
            </Title>
            <Text size="sm" c="dimmed">
              Paste the links of a source and a target. Neither is changed by the check.
            </Text>
          </div>
          <div className={classes.links}>
            {(['source', 'target'] as const).map((side) => (
              <Stack key={side} gap={6}>
                <TextInput
                  label={side === 'source' ? 'Source' : 'Target'}
                  placeholder="Paste an ID or a link"
                  value={links[side]}
                  onChange={({ currentTarget }) => setLink(side, currentTarget.value)}
                  autoComplete="off"
                />
                {found && <AccessResult access={found[side]} account={account} />}
              </Stack>
            ))}
          </div>
          <ActionButton
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            type="submit"
            isPending={isPending}
            isBlocked={!isComplete}
            onBlockedPress={() => toast.info('Paste both links first')}
          >
            Check both
          </ActionButton>
        </Stack>
      </form>
      {found?.source.can_read && found.target.can_write && (
        <CopyOneTab key={`${found.source.id} ${found.target.id}`} source={found.source} target={found.target} />
      )}
    </Card>
  )
}
