import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { apiTokensQuery } from '../../../data/api-tokens.ts'
import { useFailureToast } from '../../../lib/toast.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { SettingsArea } from '../../../ui/settings-area.tsx'
import { CreateToken } from './create-token.tsx'
import { type CreatedToken, NewToken } from './new-token.tsx'
import { TokenList } from './token-list.tsx'

const FAILURE = 'Failed to load API tokens'

/** The tokens with which programs make calls in the user's name. */
export function ApiTokensPage() {
  const query = useQuery(apiTokensQuery())
  const { data: tokens, isPending } = query
  const [created, setCreated] = useState<CreatedToken | null>(null)
  useFailureToast(query, FAILURE)
  return (
    <SettingsArea
      title="API tokens"
      description={
        <Text size="sm" c="dimmed">
          With a token, a program makes calls in your name.{' '}
          <Anchor href={api.operations.docs.path} inherit underline="always">
            API documentation
          </Anchor>
        </Text>
      }
    >
      {created && <NewToken created={created} onClose={() => setCreated(null)} />}
      <CreateToken onCreated={setCreated} />
      {isPending && <LoadingSpinner label="Loading API tokens" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {tokens && <TokenList tokens={tokens} />}
    </SettingsArea>
  )
}
