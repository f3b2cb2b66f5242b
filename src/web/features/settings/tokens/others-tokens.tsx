import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { othersTokensQuery } from '../../../data/api-tokens.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TokenRows } from './token-list.tsx'

/** The API tokens of other people, for an administrator; nothing if there are none. */
export function OthersTokens() {
  const query = useQuery(othersTokensQuery())
  if (query.data?.length === 0) return null
  return (
    <section aria-labelledby="others-tokens">
      <Title order={2} size="h5" mt="xl" mb="sm" id="others-tokens">
        API tokens of other people
      </Title>
      <QueryContent query={query} loading="Loading API tokens" failure="Failed to load the API tokens of other people">
        {(tokens) => <TokenRows tokens={tokens} />}
      </QueryContent>
    </section>
  )
}
