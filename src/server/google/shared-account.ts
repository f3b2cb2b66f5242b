import type { AuthClient } from 'google-auth-library'
import { CLOUD_SCOPE, DRIVE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import type { CredentialKind } from '#contract/google-setup.ts'
import { requestError } from '#engine/provider-error.ts'
import { findCredentialKind, readAccountAddress, readClientId, readProject } from '#server/config/credentials.ts'
import type { SharedCredentials } from '#server/config/google-settings.ts'
import { settleUnlessAborted } from '#server/storage/settle-unless-aborted.ts'
import type { Account } from './account.ts'
import {
  type ClientOptions,
  createAuthClient,
  createDelegatedClient,
  kindOfMachine,
  MachineCredentials,
  TOKEN_TIMEOUT_MS,
} from './auth-client.ts'
import { parseTokenAnswer, SIGN_IN_SERVICE, tokenError } from './token-error.ts'

interface SharedAccountOptions extends SharedCredentials {
  /** Clock of this machine, for signing token requests. */
  readonly now?: () => Date
}

interface Described extends Pick<Account, 'name' | 'project' | 'clientId'> {
  credentials: CredentialKind
  createClient(scope: ClientOptions['scope']): Promise<AuthClient>
}

/** Message of Google's library if neither gcloud nor a metadata server has credentials. */
const NO_MACHINE_CREDENTIALS = /could not load the default credentials/i

/** Opens the account every task may use. On a cloud machine, finding its address may take a request. */
export async function openSharedAccount({
  source,
  impersonate,
  now = () => new Date(),
}: SharedAccountOptions): Promise<Account> {
  const { createClient, ...described }: Described =
    source.from === 'environment'
      ? await describeMachine(impersonate)
      : {
          name: impersonate ?? readAccountAddress(source.credentials) ?? 'the account of the Google credentials',
          project: readProject(source.credentials),
          clientId: readClientId(source.credentials),
          credentials: impersonate === undefined ? findCredentialKind(source.credentials) : 'delegated',
          createClient: async (scope) => createAuthClient(source.credentials, { scope, subject: impersonate }),
        }
  const { name, clientId } = described
  let client: Promise<AuthClient> | undefined
  let driveClient: Promise<AuthClient> | undefined
  return {
    ...described,
    async authorize(signal) {
      client ??= createClient(SHEETS_SCOPE)
      try {
        const headers = client.then((ready) => ready.getRequestHeaders())
        const limit = AbortSignal.any([signal, AbortSignal.timeout(TOKEN_TIMEOUT_MS)])
        return Object.fromEntries(await settleUnlessAborted(headers, limit))
      } catch (error) {
        signal.throwIfAborted()
        // Discard the client: an endless request must not block the next request.
        client = undefined
        const answer = parseTokenAnswer(error)
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
    async authorizeDrive(signal) {
      driveClient ??= createClient(DRIVE_SCOPE)
      try {
        const headers = driveClient.then((ready) => ready.getRequestHeaders())
        return Object.fromEntries(await settleUnlessAborted(headers, signal))
      } catch (error) {
        driveClient = undefined
        throw error
      }
    },
    invalidateToken() {
      client = undefined
    },
  }
}

async function describeMachine(impersonate: string | undefined): Promise<Described> {
  const machine = new MachineCredentials(SHEETS_SCOPE)
  const client = await machine.getClient().catch(() => undefined)
  const found = await Promise.all([machine.getCredentials(), machine.getProjectId()]).catch(() => undefined)
  const [credentials, project = ''] = found ?? []
  const createClient = (scope: ClientOptions['scope']) =>
    new MachineCredentials(scope, { projectId: project }).getClient()
  const serviceAccount = credentials?.client_email ?? "the account of this machine's default credentials"
  if (impersonate === undefined)
    return { name: serviceAccount, project, credentials: kindOfMachine(client), createClient }
  return {
    name: impersonate,
    project,
    credentials: 'delegated',
    createClient: async (scope) =>
      createDelegatedClient({ source: await createClient(CLOUD_SCOPE), serviceAccount, subject: impersonate, scope }),
  }
}
