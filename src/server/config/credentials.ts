import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { CredentialKind } from '#contract/google-setup.ts'
import { removeCopyMarks } from '#contract/remove-invisible.ts'
import { isPublicFile, publicFileProblem } from './secret-files.ts'

/** Origin of the shared credentials: JSON, or the credentials Google's library finds on this machine. */
export type CredentialSource =
  | { readonly from: 'json'; readonly credentials: Credentials }
  | { readonly from: 'environment' }

const MAX_ADDRESS_LENGTH = 254

const ServiceAccountKey = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.email().max(MAX_ADDRESS_LENGTH),
  private_key: z.string(),
  project_id: z.string().optional(),
  client_id: z.string().optional(),
})
const AuthorizedUser = z.looseObject({
  type: z.literal('authorized_user'),
  client_id: z.string(),
  client_secret: z.string(),
  refresh_token: z.string(),
  quota_project_id: z.string().nullish(),
  /** Email address of the account, usually left empty by gcloud. */
  account: z.string().optional(),
})
const ExternalAccount = z.looseObject({
  type: z.literal('external_account'),
  audience: z.string(),
  subject_token_type: z.string(),
  token_url: z.string(),
  credential_source: z.looseObject({
    environment_id: z.string().optional(),
    executable: z.looseObject({ command: z.string() }).optional(),
  }),
  service_account_impersonation_url: z.string().optional(),
  quota_project_id: z.string().nullish(),
})
const SourceCredentials = z.discriminatedUnion('type', [ServiceAccountKey, AuthorizedUser, ExternalAccount])
export type SourceCredentials = z.infer<typeof SourceCredentials>
const ImpersonatedServiceAccount = z.looseObject({
  type: z.literal('impersonated_service_account'),
  service_account_impersonation_url: z.string(),
  source_credentials: SourceCredentials,
  delegates: z.array(z.string()).optional(),
  quota_project_id: z.string().nullish(),
})

/** Kinds of credentials in Google's JSON files. https://google.aip.dev/auth/4110 */
const Credentials = z.discriminatedUnion('type', [
  ServiceAccountKey,
  AuthorizedUser,
  ExternalAccount,
  ImpersonatedServiceAccount,
])
export type Credentials = z.infer<typeof Credentials>

const ACCEPTED =
  'a service account key, or credentials of the type external_account, impersonated_service_account or authorized_user'

/** @returns the credentials, or the problem of the setting with its fix */
export function readCredentialFile(path: string): Credentials | string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing
      ? `GOOGLE_APPLICATION_CREDENTIALS must be adc, or the path of a file with Google credentials. There is no file ${path}`
      : `GOOGLE_APPLICATION_CREDENTIALS: ${path} cannot be read. Let the user who runs Nano Sync read it`
  }
  const credentials = parseCredentials(text)
  if (!credentials) return `GOOGLE_APPLICATION_CREDENTIALS: ${path} must hold ${ACCEPTED}, as JSON`
  const isPublic = hasSecret(credentials) && isPublicFile(path)
  return isPublic ? publicFileProblem('GOOGLE_APPLICATION_CREDENTIALS', path) : credentials
}

/** Whether credentials contain a secret. A workload's credentials only say where to get its token. */
function hasSecret(credentials: Credentials): boolean {
  const { type } = credentials.type === 'impersonated_service_account' ? credentials.source_credentials : credentials
  return type !== 'external_account'
}

/** @returns the credentials, or the problem of the setting with its fix */
export function readCredentialJson(text: string): Credentials | string {
  return parseCredentials(text) ?? `GOOGLE_CREDENTIALS_JSON must be ${ACCEPTED}, as JSON`
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    return Credentials.safeParse(JSON.parse(removeCopyMarks(text))).data
  } catch {
    return undefined
  }
}

/** Returns the kind of credentials that act for nobody else. */
export function findCredentialKind({ type }: Credentials): CredentialKind {
  return kinds[type]
}

const kinds: Readonly<Record<Credentials['type'], CredentialKind>> = {
  service_account: 'key',
  authorized_user: 'gcloud',
  external_account: 'federation',
  impersonated_service_account: 'impersonated',
}

/** Whether the credentials lead to a service account, which may act for people. */
export function isServiceAccount(credentials: Credentials): boolean {
  return credentials.type !== 'authorized_user' && readAccountAddress(credentials) !== undefined
}

/** Reads the address to share spreadsheets with; undefined if the credentials do not contain it. */
export function readAccountAddress(credentials: Credentials): string | undefined {
  switch (credentials.type) {
    case 'service_account':
      return credentials.client_email
    case 'authorized_user':
      return credentials.account || undefined
    default:
      return impersonatedAddress(credentials.service_account_impersonation_url)
  }
}

/**
 * Reads the service account from
 * `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/ADDRESS:generateAccessToken`.
 */
export function impersonatedAddress(url = ''): string | undefined {
  return /\/serviceAccounts\/([^/:]+):generateAccessToken$/.exec(url)?.[1]
}

/** Reads the client ID for a Workspace administrator to allow; undefined if the credentials do not contain it. */
export function readClientId(credentials: Credentials): string | undefined {
  const isNamed = credentials.type === 'service_account' || credentials.type === 'authorized_user'
  return isNamed ? credentials.client_id : undefined
}

/** Reads the ID or number of the Cloud project whose quota the requests use; empty if the credentials do not contain it. */
export function readProject(credentials: Credentials): string {
  if (credentials.type === 'service_account') return credentials.project_id ?? ''
  if (credentials.quota_project_id) return credentials.quota_project_id
  if (credentials.type === 'authorized_user') return /^\d+/.exec(credentials.client_id)?.[0] ?? ''
  const account = impersonatedAddress(credentials.service_account_impersonation_url)
  return /@([^.@]+)\.iam\.gserviceaccount\.com$/.exec(account ?? '')?.[1] ?? ''
}
