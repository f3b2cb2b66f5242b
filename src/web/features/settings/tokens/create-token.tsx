import { Alert, Anchor, Card, NativeSelect, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '#contract/api.ts'
import { DEFAULT_TOKEN_DAYS, TokenScope } from '#contract/api-token.ts'
import { TOKEN_SCOPES } from '#contract/token-scopes.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { CallError, readMessage } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './api-tokens.module.css'
import type { CreatedToken } from './new-token.tsx'

const LIFETIMES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: String(DEFAULT_TOKEN_DAYS), label: `In ${DEFAULT_TOKEN_DAYS} days` },
  { value: '366', label: 'In a year' },
]
const RETURN_HERE = new URLSearchParams({ return_to: paths.apiTokens })
const SCOPES = TokenScope.options.map((scope) => ({ value: scope, label: TOKEN_SCOPES[scope].label }))

/** The form for a new token. */
export function CreateToken({ onCreated }: { onCreated: (created: CreatedToken) => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const [days, setDays] = useState(String(DEFAULT_TOKEN_DAYS))
  const [problem, setProblem] = useState<string | null>(null)
  const [mustSignIn, setMustSignIn] = useState(false)
  const { isPending, act: create } = useAction(['create-token'], async () => {
    try {
      const { token } = await call(api.apiTokens.create, { body: { name, scope, expires_in_days: Number(days) } })
      onCreated({ name: name.trim(), token })
      setName('')
      await readNow(queryClient, api.apiTokens.list)
    } catch (error) {
      const problemOfName = error instanceof CallError ? error.fields?.['name'] : undefined
      setProblem(problemOfName ?? null)
      if (error instanceof CallError && error.status === 403) setMustSignIn(true)
      else if (problemOfName === undefined) {
        toastFailure(error, { message: readMessage(error, 'Failed to create the API token') })
      }
    }
  })

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (name.trim() === '') setProblem('Enter a name')
    else create()
  }

  return (
    <Card
      component="form"
      padding="md"
      onSubmit={submit}
      noValidate
      className={classes.form ?? ''}
      aria-labelledby="new-token"
    >
      <Title order={2} size="h5" id="new-token">
        New token
      </Title>
      <TextInput
        label="Name"
        placeholder="What it is for, such as Nightly import"
        maxLength={100}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setProblem(null)
        }}
      />
      <NativeSelect
        label="Permissions"
        data={SCOPES}
        value={scope}
        onChange={({ currentTarget }) => setScope(TokenScope.parse(currentTarget.value))}
      />
      <NativeSelect
        label="Expires"
        data={LIFETIMES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      {mustSignIn && (
        <Alert color="yellow" title="Sign in again to create an API token">
          You signed in more than an hour ago.{' '}
          <Anchor href={`${api.auth.login.path}?${RETURN_HERE}`} inherit underline="always">
            Sign in again
          </Anchor>
        </Alert>
      )}
      <ActionButton type="submit" isPending={isPending} leftSection={<IconPlus size={16} aria-hidden />}>
        Create token
      </ActionButton>
    </Card>
  )
}
