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
import { type Credentials, impersonatedAddress, type SourceCredentials } from '#server/config/credentials.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** Maximum time that Google's token endpoint may take to answer. */
export const TOKEN_TIMEOUT_MS = 15_000
const transporterOptions = { timeout: TOKEN_TIMEOUT_MS, noProxy: LEFT_TO_NODE }

export interface ClientOptions {
  /** Spreadsheets, or the metadata of files. Each has its own token: if one is refused, the other still works. */
  scope: typeof SHEETS_SCOPE | typeof DRIVE_SCOPE
  /** The user that a service account acts for. */
  subject?: string | undefined
}

/** A client of Google's library that gets access tokens. One of a person gets the scopes that this person granted. */
export function createAuthClient(credentials: Credentials, { scope, subject }: ClientOptions): AuthClient {
  if (credentials.type !== 'impersonated_service_account') return createSourceClient(credentials, { scope, subject })
  return new Impersonated({
    transporterOptions,
    ...quotaOf(credentials),
    sourceClient: createSourceClient(credentials.source_credentials, { scope: CLOUD_SCOPE }),
    targetPrincipal: impersonatedAddress(credentials.service_account_impersonation_url) ?? '',
    targetScopes: [scope],
    ...(credentials.delegates && { delegates: credentials.delegates }),
  })
}

interface SourceOptions extends Omit<ClientOptions, 'scope'> {
  scope: ClientOptions['scope'] | typeof CLOUD_SCOPE
}

function createSourceClient(credentials: SourceCredentials, { scope, subject }: SourceOptions): AuthClient {
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
        ...quotaOf(credentials),
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
function quotaOf({ quota_project_id: quotaProjectId }: { quota_project_id?: string | null | undefined }) {
  return quotaProjectId ? { quotaProjectId } : {}
}

/** The library validates the rest: which fields there are depends on the identity provider. */
function createExternalClient(options: Extract<Credentials, { type: 'external_account' }>) {
  const { environment_id, executable } = options.credential_source
  if (environment_id?.startsWith('aws')) return new AwsClient(options as unknown as AwsClientOptions)
  if (executable) return new PluggableAuthClient(options as unknown as PluggableAuthClientOptions)
  return new IdentityPoolClient(options as unknown as IdentityPoolClientOptions)
}

/**
 * The credentials that Google's library finds on this machine: those of gcloud, else those of the metadata server. It would
 * also read `GOOGLE_APPLICATION_CREDENTIALS`, which is `adc` here.
 */
export class MachineCredentials extends GoogleAuth {
  constructor(scope: ClientOptions['scope']) {
    super({ scopes: [scope], clientOptions: { transporterOptions } })
  }

  override async _tryGetApplicationCredentialsFromEnvironmentVariable() {
    return null
  }
}

/** The kind of the credentials that were found on this machine. */
export function kindOfMachine(client: AuthClient | undefined): CredentialKind {
  if (client instanceof UserRefreshClient) return 'gcloud'
  if (client instanceof Impersonated) return 'impersonated'
  if (client instanceof BaseExternalAccountClient) return 'federation'
  return client instanceof JWT ? 'key' : 'machine'
}
