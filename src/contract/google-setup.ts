import { z } from 'zod'
import { Timestamp } from './field.ts'
import { SpreadsheetProvider } from './operation.ts'
import { removeCopyMarks } from './remove-invisible.ts'
import { route } from './route.ts'
import { spreadsheetId } from './spreadsheet-link.ts'

/** Maximum length of a key file, which has about 2,400 characters. */
const MAX_KEY_LENGTH = 20_000

/**
 * Kinds of credentials, each with its own way to get a scope: a key, a key that acts for a person, workload identity
 * federation, impersonation, the machine's own account, gcloud's credentials, and the consent of a person.
 */
export const CredentialKind = z.enum(['key', 'delegated', 'federation', 'impersonated', 'machine', 'gcloud', 'person'])
export type CredentialKind = z.infer<typeof CredentialKind>

/** Requirement for copies to work. `waiting` means that another check must pass first. */
export const SetupCheck = z.object({
  name: z.enum(['mode', 'sign_in', 'public_address', 'proxy', 'clock', 'key', 'token', 'api', 'drive']),
  title: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'waiting']),
  /** Result and, if there is a problem, the fix. */
  text: z.string(),
  /** Page for the fix. */
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
})
export type SetupCheck = z.infer<typeof SetupCheck>

/** Effects of storing a key now on the active tasks. */
export const KeyEffects = z.object({
  /** Tasks that would read and write as the key's account: all tasks while the built-in spreadsheets are in use. */
  changed_count: z.int(),
  /** Names of the first of these tasks. */
  changed: z.array(z.string()),
  /** Tasks that keep using the accounts of people. */
  unchanged_count: z.int(),
})
export type KeyEffects = z.infer<typeof KeyEffects>

/** Whether active tasks affected by a new key stay active. */
export const KeyTasks = z.enum(['keep', 'deactivate'], { error: 'tasks must be keep or deactivate' })
export type KeyTasks = z.infer<typeof KeyTasks>

export const GoogleSetup = z.object({
  spreadsheets: SpreadsheetProvider,
  /** The shared account; null without one. */
  account: z.string().nullable(),
  /** The kind of its credentials; null without any. */
  credential_kind: CredentialKind.nullable(),
  /** Client a Workspace administrator can allow to act for people; null if the credentials do not name it. */
  client_id: z.string().nullable(),
  /** Source of the credentials: the settings, a key stored on the page, or none. */
  credentials: z.enum(['settings', 'stored', 'none']),
  /** Why no key can be stored on this page; null if a key can. */
  key_refusal: z.string().nullable(),
  key_effects: KeyEffects,
  /** Redirect addresses for the sign-in provider, by address of the app. */
  redirect_urls: z.array(z.string()),
  scopes: z.array(z.string()),
  checks: z.array(SetupCheck),
  checked_at: Timestamp,
})
export type GoogleSetup = z.infer<typeof GoogleSetup>

/** Access to a spreadsheet with the account a task of the caller would use. */
export const SpreadsheetAccess = z.object({
  id: z.string(),
  /** Null if it cannot be read. */
  title: z.string().nullable(),
  tabs: z.array(z.string()),
  can_read: z.boolean(),
  /** Null if not checked, e.g. for a source. */
  can_write: z.boolean().nullable(),
  /** The problem and its fix; null if there is none. */
  problem: z.string().nullable(),
})
export type SpreadsheetAccess = z.infer<typeof SpreadsheetAccess>

/** The shared account from now on; null without one. */
const SharedAccount = z.object({ account: z.string().nullable() })

export const googleSetup = {
  get: route({
    method: 'GET',
    path: '/api/google/setup',
    access: 'member',
    summary: 'Check everything that a connection to Google needs',
    reply: GoogleSetup,
    errors: [],
  }),
  saveKey: route({
    method: 'PUT',
    path: '/api/google/key',
    access: 'member',
    summary: 'Store the key of a service account that gets an access token, and use it from now on',
    body: z.object({
      /** Content of the JSON file from Google. No reply contains it. */
      key: z
        .string({ error: 'The key must be text' })
        .max(MAX_KEY_LENGTH, 'The key is too long for a key file')
        .overwrite(removeCopyMarks),
      /** Whether the active tasks affected by the key keep running. */
      tasks: KeyTasks.default('keep'),
    }),
    reply: SharedAccount.extend({ key_effects: KeyEffects }),
    errors: ['conflict'],
    activity: 'google_key_stored',
  }),
  removeKey: route({
    method: 'DELETE',
    path: '/api/google/key',
    access: 'member',
    summary: 'Delete the stored key, and use the embedded spreadsheets again',
    reply: SharedAccount,
    errors: ['conflict'],
    activity: 'google_key_deleted',
  }),
  checkSpreadsheets: route({
    method: 'POST',
    path: '/api/google/check_spreadsheets',
    access: 'member',
    summary: 'Check whether a source can be read and a target written to, without changing either',
    body: z.object({ source_ss_id: spreadsheetId('Source'), target_ss_id: spreadsheetId('Target') }),
    reply: z.object({ source: SpreadsheetAccess, target: SpreadsheetAccess }),
    errors: [],
    activity: 'none',
  }),
}
