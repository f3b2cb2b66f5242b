import { z } from 'zod'
import { words } from './setting-schemas.ts'

/** Sender of email: an address, or a name and an address in angle brackets, on a single line. */
const SENDER = /^(?:[^<>\r\n]*<[^\s@<>]+@[a-z\d.-]+>|[^\s@<>]+@[a-z\d.-]+)$/i

/** Environment variables about alerts. */
export const alertEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtps://user:password@smtp.example.com:465' })
    .optional(),
  SMTP_FROM: z
    .string()
    .trim()
    .regex(SENDER, 'SMTP_FROM must be an address such as nano-sync@example.com, or Nano Sync <nano-sync@example.com>')
    .optional(),
  ALERT_DOMAINS: words
    .transform((domains) => domains.map((domain) => domain.toLowerCase().replace(/^@/, '')))
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^[a-z\d-]+(\.[a-z\d-]+)+$/,
            'ALERT_DOMAINS must list domains such as example.com, separated by commas',
          ),
      ),
    )
    .default([]),
  WEBHOOK_PRIVATE: z.enum(['on', 'off'], { error: 'WEBHOOK_PRIVATE must be on or off' }).default('off'),
}

const Environment = z.object(alertEnvironment)
type Environment = z.infer<typeof Environment>

/** SMTP server and the sender of its email. */
interface SmtpSettings {
  /** URL with the user and the password, if the server requires them. */
  readonly url: string
  readonly from: string
}

export interface AlertSettings {
  /** Undefined if no email can be sent. */
  readonly smtp: SmtpSettings | undefined
  /** Domains to which email may go. An empty list allows all domains. */
  readonly mailDomains: readonly string[]
  /** Whether webhooks may be in private networks. */
  readonly allowsPrivate: boolean
  /** Whether webhooks may go to programs that only listen on this machine. */
  readonly allowsLoopback: boolean
  /** Proxy for outgoing requests, as environment variables for Node. */
  readonly proxyEnvironment: Readonly<Record<string, string>>
}

export function alertProblems({ SMTP_URL, SMTP_FROM }: Environment): string[] {
  if ((SMTP_URL === undefined) === (SMTP_FROM === undefined)) return []
  return SMTP_URL === undefined
    ? ['SMTP_URL must be set if SMTP_FROM is set, such as smtps://user:password@smtp.example.com:465']
    : ['SMTP_FROM must be set if SMTP_URL is set: the address that email comes from']
}

export function alertSettings(
  { SMTP_URL, SMTP_FROM, ALERT_DOMAINS, WEBHOOK_PRIVATE }: Environment,
  { environment, isReachable }: { environment: Readonly<Record<string, string | undefined>>; isReachable: boolean },
): AlertSettings {
  return {
    smtp: SMTP_URL === undefined || SMTP_FROM === undefined ? undefined : { url: SMTP_URL, from: SMTP_FROM },
    mailDomains: ALERT_DOMAINS,
    allowsPrivate: WEBHOOK_PRIVATE === 'on',
    allowsLoopback: WEBHOOK_PRIVATE === 'on' || !isReachable,
    proxyEnvironment: Object.fromEntries(
      Object.entries(environment).filter(
        (entry): entry is [string, string] => /^(https?|no)_proxy$/i.test(entry[0]) && entry[1] !== undefined,
      ),
    ),
  }
}
