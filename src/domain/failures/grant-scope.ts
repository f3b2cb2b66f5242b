import type { FixAction } from '#contract/fix-action.ts'
import { CLOUD_SCOPE, INSTALLATION_SCOPES } from '#contract/google-scopes.ts'
import type { CredentialKind } from '#contract/google-setup.ts'
import { settingsPlace } from '#contract/settings-labels.ts'

/** Facts about an account in a failure. Failures stored by an earlier version lack the optional facts. */
export interface AccountFacts {
  readonly account: string
  readonly credentials?: CredentialKind | undefined
  /** The client an administrator can allow to act for people. */
  readonly clientId?: string | undefined
}

/** Advice for the owner of an account that lost its access, as part of a sentence. */
export const CONNECT_AGAIN = `sign in with this account and connect it again under ${settingsPlace('access')}`
const DELEGATION_PAGE = 'https://admin.google.com/ac/owl/domainwidedelegation'
const SCOPES = INSTALLATION_SCOPES.join(',')
const LOGIN_SCOPES = ['openid', 'https://www.googleapis.com/auth/userinfo.email', CLOUD_SCOPE, SCOPES].join(',')

/** Explains how to grant an account its missing scopes. */
export function grantScope(lack: AccountFacts): { fix: string; action?: FixAction | undefined } {
  const { account, credentials = 'person' } = lack
  switch (credentials) {
    case 'person':
      return { fix: `To allow it, ${CONNECT_AGAIN}.`, action: { kind: 'connect', address: account } }
    case 'delegated':
      return allowDelegation(lack)
    case 'machine':
      return {
        fix: `On a virtual machine of Google Cloud, stop it, run 'gcloud compute instances set-service-account MACHINE --scopes=${SCOPES}', and start it again.`,
      }
    case 'gcloud':
      return { fix: `Run 'gcloud auth application-default login --scopes=${LOGIN_SCOPES}' again.` }
    case 'impersonated':
      return {
        fix: `Sign in again with 'gcloud auth application-default login --impersonate-service-account=${account}': the account that impersonates needs the scope ${CLOUD_SCOPE}.`,
      }
    case 'federation':
      return {
        fix: "Create the federation file again with the option --service-account of 'gcloud iam workload-identity-pools create-cred-config', so that a service account gets the scopes.",
      }
    case 'key':
      return { fix: 'Ask the administrator of the Google Cloud project to allow it.' }
  }
}

/** Explains how a Workspace administrator lets a service account act for people. */
export function allowDelegation({ clientId }: Pick<AccountFacts, 'clientId'>): { fix: string; action: FixAction } {
  const client = clientId ? `its client ID ${clientId}` : 'its client ID'
  return {
    fix: `Ask a Google Workspace administrator to authorize ${client} for ${INSTALLATION_SCOPES.join(' and ')} at ${DELEGATION_PAGE}.`,
    action: { kind: 'open', label: 'Open delegation', url: DELEGATION_PAGE },
  }
}
