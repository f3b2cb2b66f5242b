import { api } from '#contract/api.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'

/** The calls about alert channels. */
export const channelReplies: readonly PreparedReply[] = [
  prepareReply(api.alertChannels.list, (_, { channels, info }) => ({
    channels,
    email_from: null,
    timezone: info.timezone,
  })),
  prepareReply(api.alertChannels.create, ({ body: { url, ...fields } }, state) => {
    state.lastIds.channel += 1
    const created = {
      ...fields,
      id: state.lastIds.channel,
      url_hint: url ?? null,
      problem: null,
      waiting_count: 0,
      created_by: 'ada@example.com',
      created_at: '2026-01-01T00:00:00.000Z',
    }
    state.channels = [...state.channels, created]
    return { ...created, signing_secret: null }
  }),
  prepareReply(api.alertChannels.resend, () => undefined),
]
