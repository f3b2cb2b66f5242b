import { api } from '#contract/api.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'

const KEY_EFFECTS = { changed_count: 0, changed: [], unchanged_count: 0 }

/** The calls about the signed-in user: sessions, tokens, alerts and access to spreadsheets. */
export const accountReplies: readonly PreparedReply[] = [
  prepareReply(api.auth.logout, (_, state) => {
    state.isSignedIn = false
    return { success: true }
  }),
  prepareReply(api.sessions.list, (_, { sessions }) => sessions),
  prepareReply(api.sessions.end, ({ params }, state) => {
    state.sessions = state.sessions.filter(({ id }) => id !== params.id)
  }),
  prepareReply(api.apiTokens.list, (_, { tokens }) => tokens),
  prepareReply(api.apiTokens.listOfOthers, () => []),
  prepareReply(api.apiTokens.create, ({ body: { name, scope } }, state) => {
    state.lastIds.token += 1
    const created = {
      id: state.lastIds.token,
      name,
      scope,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2099-01-01T00:00:00.000Z',
      last_used_at: null,
    }
    state.tokens = [created, ...state.tokens]
    return { ...created, token: `nsync_${created.id}` }
  }),
  prepareReply(api.myAlerts.get, (_, { myAlerts }) => myAlerts),
  prepareReply(api.myAlerts.update, ({ body }, state) => {
    state.myAlerts = { ...state.myAlerts, ...body }
    return state.myAlerts
  }),
  prepareReply(api.access.get, (_, { access }) => access),
  prepareReply(api.access.update, ({ body: { lending } }, state) => {
    state.access = { ...state.access, lending }
    return succeed('Saved')
  }),
  prepareReply(api.access.disconnect, () => succeed('Your spreadsheets are disconnected.')),
  prepareReply(api.googleSetup.get, (_, { info }) => ({
    spreadsheets: info.spreadsheets,
    account: null,
    credential_kind: null,
    client_id: null,
    credentials: 'none' as const,
    key_refusal: null,
    key_effects: KEY_EFFECTS,
    redirect_urls: [],
    scopes: [],
    checks: [],
    checked_at: '2026-01-01T00:00:00.000Z',
  })),
]
