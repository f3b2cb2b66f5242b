import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminRights } from '#contract/admin-rights.ts'
import { api } from '#contract/api.ts'
import { apiTokensQuery } from '../../../data/api-tokens.ts'
import { useAdminsOnly } from '../../../data/use-auth.ts'
import { paths } from '../../../lib/paths.ts'
import { SettingsArea } from '../../../shared/settings-area.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { CreateToken } from './create-token.tsx'
import { type CreatedToken, NewToken } from './new-token.tsx'
import { OthersTokens } from './others-tokens.tsx'
import { TokenList } from './token-list.tsx'

/** The page of API tokens, for programs that make calls in the user's name. */
export function ApiTokensPage() {
  const query = useQuery(apiTokensQuery())
  const mayListOthers = useAdminsOnly(adminRights.listTokens) === undefined
  const [created, setCreated] = useState<CreatedToken | null>(null)
  return (
    <SettingsArea
      path={paths.apiTokens}
      description={
        <>
          A token lets a program use the API in your name. See the{' '}
          <Anchor href={api.operations.docs.path} inherit underline="always">
            API documentation
          </Anchor>
          .
        </>
      }
    >
      {created && <NewToken created={created} onClose={() => setCreated(null)} />}
      <CreateToken onCreated={setCreated} />
      <QueryContent query={query} loading="Loading API tokens" failure="Failed to load API tokens">
        {(tokens) => <TokenList tokens={tokens} />}
      </QueryContent>
      {mayListOthers && <OthersTokens />}
    </SettingsArea>
  )
}
