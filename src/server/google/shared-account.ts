import type { AuthClient } from 'google-auth-library'
import { settleUnlessAborted } from '#server/settle-unless-aborted.ts'
import type { Account } from './account.ts'
import { createAuthClient, createDriveClient, MachineCredentials, TOKEN_TIMEOUT_MS } from './auth-client.ts'
import { addressOf, type CredentialSource, clientIdOf, projectOf } from './credentials.ts'
import { explainFailure } from './explain-failure.ts'
import { explainTokenFailure, tokenAnswerOf } from './explain-token-failure.ts'
import { ProviderError } from './provider-error.ts'

export interface SharedCredentials {
  readonly source: CredentialSource
  /** The address of the user that a service account acts for, by domain-wide delegation. */
  readonly impersonate: string | undefined
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
}: SharedCredentials): Promise<Account> {
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
          throw explainTokenFailure(answer, { ...request, cause: error })
        }
        if (error instanceof Error && NO_MACHINE_CREDENTIALS.test(error.message)) throw missingMachineCredentials(error)
        const isLate = error instanceof DOMException && error.name === 'TimeoutError'
        const reason = isLate ? 'unavailable' : 'unauthenticated'
        const about = { account: name, file: "Google's sign-in service" }
        throw explainFailure({ reason, detail: 'the request timed out', about, cause: error })
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

function missingMachineCredentials(cause: Error): ProviderError {
  const message =
    "This machine has no default credentials of Google. Run 'gcloud auth application-default login' as the user who runs Nano Sync, or set GOOGLE_APPLICATION_CREDENTIALS to the path of a key file."
  return new ProviderError({ reason: 'unauthenticated', message, cause })
}
