import {
  type AuthClient,
  AwsClient,
  type AwsClientOptions,
  BaseExternalAccountClient,
  GoogleAuth,
  IdentityPoolClient,
  type IdentityPoolClientOptions,
  Impersonated,
  JWT,
  PluggableAuthClient,
  type PluggableAuthClientOptions,
  UserRefreshClient,
} from 'google-auth-library'
import { CLOUD_SCOPE, type DRIVE_SCOPE, type SHEETS_SCOPE } from '#contract/google-scopes.ts'
import type { CredentialKind } from '#contract/google-setup.ts'
import {
  type Credentials,
  impersonatedAddress,
  readAccountAddress,
  type SourceCredentials,
} from '#server/config/credentials.ts'
import { DelegatedClient, type DelegatedOptions } from './delegated-client.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** Maximum time Google's token endpoint may take to answer. */
export const TOKEN_TIMEOUT_MS = 15_000
const transporterOptions = { timeout: TOKEN_TIMEOUT_MS, noProxy: LEFT_TO_NODE }

export interface ClientOptions {
  /** Spreadsheets and the metadata of files have separate tokens: if one is refused, the other still works. */
  scope: typeof SHEETS_SCOPE | typeof DRIVE_SCOPE | typeof CLOUD_SCOPE
  /** The user a service account acts for. */
  subject?: string | undefined
}

/** Creates a client of Google's library for access tokens. A person's client gets the scopes this person granted. */
export function createAuthClient(credentials: Credentials, { scope, subject }: ClientOptions): AuthClient {
  if (subject !== undefined && credentials.type !== 'service_account') {
    const source = createAuthClient(credentials, { scope: CLOUD_SCOPE })
    return createDelegatedClient({ source, serviceAccount: readAccountAddress(credentials) ?? '', subject, scope })
  }
  if (credentials.type !== 'impersonated_service_account') return createSourceClient(credentials, { scope, subject })
  return new Impersonated({
    transporterOptions,
    ...quotaOptions(credentials),
    sourceClient: createSourceClient(credentials.source_credentials, { scope: CLOUD_SCOPE }),
    targetPrincipal: impersonatedAddress(credentials.service_account_impersonation_url) ?? '',
    targetScopes: [scope],
    ...(credentials.delegates && { delegates: credentials.delegates }),
  })
}

/** Creates a client that acts for a user without a key. */
export function createDelegatedClient(
  options: Pick<DelegatedOptions, 'source' | 'serviceAccount' | 'subject' | 'scope'>,
): AuthClient {
  return new DelegatedClient({ ...options, transporterOptions })
}

function createSourceClient(credentials: SourceCredentials, { scope, subject }: ClientOptions): AuthClient {
  switch (credentials.type) {
    case 'service_account': {
      const { client_email: email, private_key: key } = credentials
      return new JWT({ email, key, scopes: [scope], ...(subject !== undefined && { subject }), transporterOptions })
    }
    case 'authorized_user': {
      const { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = credentials
      return new UserRefreshClient({
        clientId,
        clientSecret,
        refreshToken,
        transporterOptions,
        ...quotaOptions(credentials),
      })
    }
    case 'external_account': {
      const client = createExternalClient({ ...credentials, transporterOptions })
      client.scopes = [scope]
      return client
    }
  }
}

/** Sent as `x-goog-user-project`. Without it, Google counts requests of gcloud's credentials to gcloud's own project and refuses them. */
function quotaOptions({ quota_project_id: quotaProjectId }: { quota_project_id?: string | null | undefined }) {
  return quotaProjectId ? { quotaProjectId } : {}
}

/** Leaves the remaining fields to the library's validation, because they depend on the identity provider. */
function createExternalClient(options: Extract<Credentials, { type: 'external_account' }>) {
  const { environment_id, executable } = options.credential_source
  if (environment_id?.startsWith('aws')) return new AwsClient(options as unknown as AwsClientOptions)
  if (executable) return new PluggableAuthClient(options as unknown as PluggableAuthClientOptions)
  return new IdentityPoolClient(options as unknown as IdentityPoolClientOptions)
}

/**
 * Credentials found by Google's library on this machine: gcloud's, or else the metadata server's. The library would also read
 * `GOOGLE_APPLICATION_CREDENTIALS`, but Nano Sync treats these as `adc` credentials.
 */
export class MachineCredentials extends GoogleAuth {
  /** Passing a known project saves a call of gcloud and a request to the metadata server. */
  constructor(scope: ClientOptions['scope'], { projectId }: { projectId?: string } = {}) {
    super({ scopes: [scope], clientOptions: { transporterOptions }, ...(projectId && { projectId }) })
  }

  override async _tryGetApplicationCredentialsFromEnvironmentVariable() {
    return null
  }
}

/** The kind of the credentials found on this machine. */
export function kindOfMachine(client: AuthClient | undefined): CredentialKind {
  if (client instanceof UserRefreshClient) return 'gcloud'
  if (client instanceof Impersonated) return 'impersonated'
  if (client instanceof BaseExternalAccountClient) return 'federation'
  return client instanceof JWT ? 'key' : 'machine'
}
