import {
  type AuthClient,
  AwsClient,
  type AwsClientOptions,
  GoogleAuth,
  IdentityPoolClient,
  type IdentityPoolClientOptions,
  Impersonated,
  JWT,
  PluggableAuthClient,
  type PluggableAuthClientOptions,
  UserRefreshClient,
} from 'google-auth-library'
import { SHEETS_SCOPE } from '#server/auth/sheets-access.ts'
import { type Credentials, impersonatedAddress, type SourceCredentials } from '#server/config/credentials.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** Maximum time that Google's token endpoint may take to answer. */
export const TOKEN_TIMEOUT_MS = 15_000
/** Lets credentials ask for tokens of the service account that they impersonate. */
const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Says when a file was edited, and nothing of what it holds. */
const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.metadata.readonly'
const transporterOptions = { timeout: TOKEN_TIMEOUT_MS, noProxy: LEFT_TO_NODE }

/** A client of Google's library that gets access tokens for spreadsheets. `subject` is the user that it impersonates. */
export function createAuthClient(credentials: Credentials, subject?: string): AuthClient {
  return createScopedClient(credentials, { scope: SHEETS_SCOPE, subject })
}

function createScopedClient(credentials: Credentials, { scope, subject }: SourceOptions): AuthClient {
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

/**
 * A client for the metadata of files; undefined for the credentials of a person, whose consent the scope needs. A token for
 * Drive is asked for apart: where it is refused, the one for spreadsheets still works.
 */
export function createDriveClient(credentials: Credentials, subject?: string): AuthClient | undefined {
  if (credentials.type === 'authorized_user') return undefined
  return createScopedClient(credentials, { scope: DRIVE_SCOPE, subject })
}

interface SourceOptions {
  scope: string
  subject?: string | undefined
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
  constructor() {
    super({ scopes: [SHEETS_SCOPE], clientOptions: { transporterOptions } })
  }

  override async _tryGetApplicationCredentialsFromEnvironmentVariable() {
    return null
  }
}
