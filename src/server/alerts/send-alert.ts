import type { ChannelKind } from '#contract/alert-channel.ts'
import type { Alert } from '#domain/alerts/alert.ts'
import { googleChatMessage } from '#domain/alerts/google-chat-message.ts'
import { isMailAllowed } from '#domain/alerts/mail-domains.ts'
import { messageText } from '#domain/alerts/message-text.ts'
import { slackMessage } from '#domain/alerts/slack-message.ts'
import { teamsMessage } from '#domain/alerts/teams-message.ts'
import { webhookMessage } from '#domain/alerts/webhook-message.ts'
import type { Config } from '#server/config/config.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import type { ChannelRow } from './channels.ts'
import { NoAnswer, postJson } from './post-json.ts'
import { sendEmail } from './send-email.ts'
import { type SendResult, shownAnswer } from './send-result.ts'
import { signatureHeaders } from './sign-webhook.ts'

/** Statuses of temporary refusals: the receiver is busy, or its access can be corrected. Any other 4xx is final. */
const PASSING_REFUSALS: readonly number[] = [401, 403, 407, 408, 425, 429]

export interface SenderParts {
  readonly settings: Config['alerts']
  readonly secrets: ChannelSecrets
  /** URL of the app for links. */
  readonly publicUrl: () => string
  readonly now: () => Date
}

interface Sending {
  readonly channel: ChannelRow
  readonly alert: Alert
  /** Whether a person sends the alert to test the channel. */
  readonly isTest?: boolean
  readonly signal: AbortSignal
}

/** Tries once to deliver an alert to a channel. */
export async function sendAlert(
  parts: SenderParts,
  { channel, alert, isTest = false, signal }: Sending,
): Promise<SendResult> {
  const { settings, secrets, publicUrl } = parts
  if (channel.kind === 'email') {
    if (!settings.smtp) return { outcome: 'failed', answer: 'SMTP_URL and SMTP_FROM are not set' }
    const { id: channelId } = channel
    const recipients = channel.recipients.filter((to) => isMailAllowed(to, settings.mailDomains))
    if (recipients.length === 0) return { outcome: 'refused', answer: 'ALERT_DOMAINS allows none of its addresses' }
    return await sendEmail({ alert, isTest, channelId, recipients, publicUrl: publicUrl() }, settings.smtp)
  }
  const url = secrets.open(channel, 'sealedUrl')
  const secret = secrets.open(channel, 'sealedSecret')
  if (url === undefined || (channel.kind === 'webhook' && secret === undefined)) {
    const answer = 'The stored address cannot be read, because the secret that encrypted it is gone. Enter it again.'
    return { outcome: 'failed', answer }
  }
  const body = JSON.stringify(buildBody(channel.kind, { alert, isTest, publicUrl: publicUrl() }))
  const headers = secret === undefined ? {} : signatureHeaders({ alertId: alert.id, body, secret, now: parts.now() })
  return await post({ url, headers, body, signal }, { settings, hidden: [secret, ...secretsIn(url)] })
}

interface Message {
  alert: Alert
  isTest: boolean
  publicUrl: string
}

const chatMessages = { slack: slackMessage, teams: teamsMessage, google_chat: googleChatMessage }

function buildBody(kind: Exclude<ChannelKind, 'email'>, message: Message): object {
  return kind === 'webhook' ? webhookMessage(message) : chatMessages[kind](messageText(message))
}

async function post(
  request: Parameters<typeof postJson>[0],
  { settings, hidden }: { settings: Config['alerts']; hidden: readonly (string | undefined)[] },
): Promise<SendResult> {
  try {
    const { status, text, retryAfterMs } = await postJson(request, settings)
    const answer = shownAnswer(`${status} ${text}`, hidden)
    if (status >= 200 && status < 300) return { outcome: 'delivered', answer }
    const isRefused = status >= 400 && status < 500 && !PASSING_REFUSALS.includes(status)
    if (isRefused) return { outcome: 'refused', answer }
    const isRedirect = status >= 300 && status < 400
    return {
      outcome: 'failed',
      answer: isRedirect ? `${answer} (redirects are not followed)` : answer,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { outcome: 'failed', answer: error.message }
  }
}

/** Lists the secret parts of an address to hide in an answer: everything after the host. */
function secretsIn(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url)
  return [url, pathname + search, ...pathname.split('/').filter((part) => part.length > 8), ...searchParams.values()]
}
