import type { ChannelKind, DeliveryState, DigestChoice } from '#contract/alert-channel.ts'

export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  email: 'Email',
  webhook: 'Signed webhook',
}

export const DIGEST_LABELS: Readonly<Record<DigestChoice, string>> = {
  never: 'Never',
  problems: 'Only if something was wrong',
  always: 'Always',
}

export const STATE_LABELS: Readonly<Record<DeliveryState, { text: string; color: string }>> = {
  waiting: { text: 'Waiting', color: 'blue' },
  delivered: { text: 'Delivered', color: 'gray' },
  refused: { text: 'Refused', color: 'red' },
  given_up: { text: 'Gave up after a day', color: 'red' },
  canceled: { text: 'Canceled', color: 'gray' },
}
