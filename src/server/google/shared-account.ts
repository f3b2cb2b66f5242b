import type { AuthClient } from 'google-auth-library'
import { addressOf, clientIdOf, projectOf } from '#server/config/credentials.ts'
import type { SharedCredentials } from '#server/config/google-settings.ts'
import { settleUnlessAborted } from '#server/storage/settle-unless-aborted.ts'
import type { Account } from './account.ts'
import { createAuthClient, createDriveClient, MachineCredentials, TOKEN_TIMEOUT_MS } from './auth-client.ts'
import { requestError } from './provider-error.ts'
import { SIGN_IN_SERVICE, tokenAnswerOf, tokenError } from './token-error.ts'

interface SharedAccountOptions extends SharedCredentials {
  /** The clock of this machine, which signs requests for tokens. */
  readonly now?: () => Date
}

interface Described {
  name: string
  project: string
  /** The client that an administrator can let act for people. */
  clientId?: string | undefined
  createClient(): Promise<AuthClient>
  driveClient?: AuthClient | undefined
}

/** How Google's library says that neither gcloud nor a metadata server has any. */
const NO_MACHINE_CREDENTIALS = /could not load the default credentials/i

/** The account of the credentials that every task may use. Finding its address may take a request on a cloud machine. */
export async function openSharedAccount({
  source,
  impersonate,
  now = () => new Date(),
}: SharedAccountOptions): Promise<Account> {
  const { name, project, clientId, createClient, driveClient }: Described =
    source.from === 'environment'
      ? await describeMachine()
      : {
          name: impersonate ?? addressOf(source.credentials) ?? 'the account of the Google credentials',
          project: projectOf(source.credentials),
          clientId: clientIdOf(source.credentials),
          createClient: async () => createAuthClient(source.credentials, impersonate),
          driveClient: createDriveClient(source.credentials, impersonate),
        }
  let client: Promise<AuthClient> | undefined
  return {
    name,
    project,
    async authorize(signal) {
      client ??= createClient()
      try {
        const headers = client.then((ready) => ready.getRequestHeaders())
        const limit = AbortSignal.any([signal, AbortSignal.timeout(TOKEN_TIMEOUT_MS)])
        return Object.fromEntries(await settleUnlessAborted(headers, limit))
      } catch (error) {
        signal.throwIfAborted()
        // A request that never ends must not hold up the next one.
        client = undefined
        const answer = tokenAnswerOf(error)
        if (answer) {
          const request = { account: name, owner: 'configured', clientId, now: now() } as const
          throw tokenError(answer, { ...request, cause: error })
        }
        if (error instanceof Error && NO_MACHINE_CREDENTIALS.test(error.message))
          throw requestError({ reason: 'no_machine_credentials', about: { account: name }, cause: error })
        const isLate = error instanceof DOMException && error.name === 'TimeoutError'
        const reason = isLate ? 'unavailable' : 'unauthenticated'
        const about = { account: name, file: SIGN_IN_SERVICE }
        throw requestError({ reason, detail: 'the request timed out', about, cause: error })
      }
    },
    ...(driveClient && {
      authorizeDrive: async (signal) =>
        Object.fromEntries(await settleUnlessAborted(driveClient.getRequestHeaders(), signal)),
    }),
    invalidateToken() {
      client = undefined
    },
  }
}

async function describeMachine(): Promise<Described> {
  const machine = new MachineCredentials()
  const found = await Promise.all([machine.getCredentials(), machine.getProjectId()]).catch(() => undefined)
  const [credentials, project = ''] = found ?? []
  return {
    name: credentials?.client_email ?? "the account of this machine's default credentials",
    project,
    createClient: () => new MachineCredentials().getClient(),
  }
}
