import { encode } from 'fast-png'
import { createTransport } from 'nodemailer'
import type { Alert } from '#domain/alerts/alert.ts'
import { emailMessage } from '#domain/alerts/email-message.ts'
import { messageText } from '#domain/alerts/message-text.ts'
import { wavePicture } from '#domain/alerts/wave-picture.ts'
import { isLoopback } from '#domain/is-loopback.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Config } from '#server/config/config.ts'
import { type SendResult, shownAnswer } from './send-result.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const PICTURE_ID = 'wave@nano-sync'

interface Email {
  readonly alert: Alert
  readonly isTest: boolean
  readonly channelId: number
  readonly recipients: readonly string[]
  readonly publicUrl: string
}

/** Sends an alert by email, to all recipients in a single message. */
export async function sendEmail(
  { alert, isTest, channelId, recipients, publicUrl }: Email,
  smtp: NonNullable<Config['alerts']['smtp']>,
): Promise<SendResult> {
  const url = new URL(smtp.url)
  const password = decodeURIComponent(url.password)
  const picture = alert.wave && buildPicture(alert.wave.outcomes)
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Never send a password unencrypted, except to this machine.
    requireTLS: url.protocol === 'smtp:' && password !== '' && !isLoopback(url.hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const sent = await transport.sendMail({
      from: smtp.from,
      to: [...recipients],
      ...emailMessage(messageText({ alert, isTest, publicUrl }), picture?.shown),
      messageId: `<${alert.id}.${channelId}@${senderHost(smtp.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Nano-Sync-Alert': alert.id },
      attachments: picture ? [picture.attachment] : [],
    })
    return accepted(sent.response, sent.rejected.map(String))
  } catch (error) {
    return failed(error, [password, smtp.url])
  } finally {
    transport.close()
  }
}

function accepted(response: string, rejected: readonly string[]): SendResult {
  const answer = shownAnswer(response)
  if (rejected.length === 0) return { outcome: 'delivered', answer }
  return { outcome: 'delivered', answer, problem: `The server rejected ${rejected.join(', ')}` }
}

/** Classifies a failure. Codes 500 to 599 are final, except for a failed sign-in, because the settings can be corrected. */
function failed(error: unknown, secrets: readonly string[]): SendResult {
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : ''
  const status = 'responseCode' in error ? Number(error.responseCode) : 0
  const outcome = status >= 500 && code !== 'EAUTH' ? 'refused' : 'failed'
  return { outcome, answer: shownAnswer(error.message, secrets) }
}

function buildPicture(outcomes: Parameters<typeof wavePicture>[0]) {
  const { width, height, data } = wavePicture(outcomes)
  const shown = { contentId: PICTURE_ID, width: width / 2, height: height / 2, description: 'A square for each task' }
  const content = Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }))
  const attachment = { filename: 'run-all.png', content, contentType: 'image/png', cid: PICTURE_ID }
  return { shown, attachment: { ...attachment, contentDisposition: 'inline' as const } }
}

function senderHost(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace('>', '')
}
