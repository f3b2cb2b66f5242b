import { Badge, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ApiToken, OthersToken } from '#contract/api-token.ts'
import { TOKEN_SCOPES } from '#contract/token-scopes.ts'
import { call } from '../../../lib/call.ts'
import { formatDate } from '../../../lib/format.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import rows from '../../../ui/row-list.module.css'

const EXPIRY_CHECK_MS = 60_000

/** The user's tokens, each with a button to revoke it. */
export function TokenList({ tokens }: { tokens: readonly ApiToken[] }) {
  if (tokens.length === 0) {
    return (
      <EmptyState
        title="No API tokens yet."
        hint="Create one for each program, so that you can revoke them one by one."
        icon={<IconKey size={22} aria-hidden />}
      />
    )
  }
  return <TokenRows tokens={tokens} />
}

/** Lists tokens. Other people's tokens show their owner. */
export function TokenRows({ tokens }: { tokens: readonly (ApiToken | OthersToken)[] }) {
  return (
    <ul className={rows.rows}>
      {tokens.map((token) => (
        <Row key={token.id} token={token} owner={'owner' in token ? token.owner : undefined} />
      ))}
    </ul>
  )
}

function Row({
  token: { id, name, scope, expires_at, last_used_at },
  owner,
}: {
  token: ApiToken
  owner: string | undefined
}) {
  const isExpired = Date.parse(expires_at) <= useNow(EXPIRY_CHECK_MS)
  return (
    <li className={rows.row}>
      <div className={rows.rowText}>
        <span className={rows.rowName}>
          {name}
          {isExpired && (
            <Badge size="sm" variant="light" color="red" ml={8}>
              Expired
            </Badge>
          )}
        </span>
        <Text size="sm" c="dimmed" component="span">
          {owner !== undefined && `${owner} · `}
          {TOKEN_SCOPES[scope].label} · {isExpired ? 'expired' : 'expires'} {formatDate(expires_at)} ·{' '}
          {last_used_at === null ? 'never used' : 'last used '}
          {last_used_at !== null && <RelativeTime at={last_used_at} />}
        </Text>
      </div>
      <Revoke id={id} name={name} owner={owner} />
    </li>
  )
}

function Revoke({ id, name, owner }: Pick<ApiToken, 'id' | 'name'> & { owner: string | undefined }) {
  const queryClient = useQueryClient()
  const [isConfirming, confirmation] = useDisclosure()
  const revoke = async () => {
    try {
      await call(api.apiTokens.revoke, { params: { id } })
    } catch (error) {
      toastFailure(error, { message: 'Failed to revoke the API token' })
    }
    await readNow(queryClient, owner === undefined ? api.apiTokens.list : api.apiTokens.listOfOthers)
    confirmation.close()
  }
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        onPress={confirmation.open}
        aria-label={owner === undefined ? `Revoke ${name}` : `Revoke ${name} of ${owner}`}
      >
        Revoke
      </ActionButton>
      <ConfirmDialog
        opened={isConfirming}
        title="Revoke API token"
        confirmLabel="Revoke"
        isDangerous
        onConfirm={revoke}
        onClose={confirmation.close}
      >
        {`Programs ${owner === undefined ? '' : `of ${owner} `}that use ‘${name}’ stop working at once, and need a new one.`}
      </ConfirmDialog>
    </>
  )
}
