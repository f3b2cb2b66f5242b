import { z } from 'zod'
import { outcomeReply, Timestamp } from './field.ts'
import { type RawReply, route } from './route.ts'

/** Tasks that may use a person's access to spreadsheets: none, the person's own tasks, or all. */
export const Lending = z.enum(['nobody', 'own_tasks', 'everyone'])
export type Lending = z.infer<typeof Lending>

/** Files a person connects: picked files, or every file the person can open. */
export const ConnectedFiles = z.enum(['picked', 'all'], { error: 'files must be picked or all' })
export type ConnectedFiles = z.infer<typeof ConnectedFiles>

/** The settings of Google's Picker, which browsers may see. */
const PickerSettings = z.object({ api_key: z.string(), project_number: z.string(), client_id: z.string() })
export type PickerSettings = z.infer<typeof PickerSettings>

/** The installation's access to the spreadsheets of the signed-in user. */
export const MyAccess = z.object({
  /**
   * `unavailable`: tasks here do not use people's access. `expired`: the provider rejected the access, or it can no longer be
   * read.
   */
  state: z.enum(['unavailable', 'not_connected', 'connected', 'expired']),
  /** The connected files; null if not connected. */
  files: ConnectedFiles.nullable(),
  /** Null if people connect all their files. */
  picker: PickerSettings.nullable(),
  connected_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  lending: Lending,
  /** The account every task may use; null when there is none. */
  shared_account: z.string().nullable(),
})
export type MyAccess = z.infer<typeof MyAccess>

const redirect: RawReply = { contentType: 'text/html; charset=utf-8' }
const PATH = '/api/my_access'

export const access = {
  get: route({
    method: 'GET',
    path: PATH,
    access: 'member',
    summary: "Get the state of the signed-in user's access to spreadsheets",
    reply: MyAccess,
    errors: [],
  }),
  update: route({
    method: 'PUT',
    path: PATH,
    access: 'member',
    summary: 'Choose which tasks may use your access to spreadsheets',
    body: z.object({ lending: Lending }),
    ...outcomeReply,
    errors: [],
    activity: 'lending_changed',
  }),
  disconnect: route({
    method: 'DELETE',
    path: PATH,
    access: 'member',
    summary: 'Revoke your access to spreadsheets at the provider, and delete it here',
    ...outcomeReply,
    errors: [],
    activity: 'access_disconnected',
  }),
  connect: route({
    method: 'GET',
    path: '/auth/connect',
    access: 'member',
    summary: 'Redirect to the sign-in provider to allow access to your spreadsheets',
    /** Defaults to the connected files or, without connected files, to the picked files if the Picker is set up. */
    query: z.object({ files: ConnectedFiles.optional() }),
    reply: redirect,
    errors: [],
    isNeverCompressed: true,
    rateLimit: 'sign_ins',
    activity: 'none',
    hasSideEffects: true,
  }),
}
