import { alertLabels } from '#contract/alert-kind.ts'
import { settingsLabels } from '#contract/settings-labels.ts'
import type { Alert, AlertPart } from './alert.ts'

/* Maximum lengths every receiver accepts, with room for formatting. */
const MAX_TITLE_LENGTH = 200
const MAX_REASON_LENGTH = 1200
const MAX_FIX_LENGTH = 400
const MAX_NAME_LENGTH = 120

export interface Link {
  readonly text: string
  readonly url: string
}

/** The parts of an alert; each channel formats and escapes them in its own way. No part has line breaks. */
export interface MessageText {
  readonly title: string
  /** Topic of the alert in a few words. */
  readonly label: string
  readonly reason: string | null
  readonly fix: string | null
  readonly tasks: readonly (Link & { readonly type: string })[]
  /** Sentence about unlisted tasks; null if all are listed. */
  readonly more: string | null
  readonly open: Link
  readonly snooze: Link | null
  /** Causes below the title of an email to a person; empty if the title names the only cause. */
  readonly parts: readonly MessagePart[]
  /** Page where a person chooses alerts; null for a channel of the installation. */
  readonly choices: Link | null
}

/** A part of a message, under a title with a link to its page. */
export type MessagePart = Omit<MessageText, 'open' | 'snooze' | 'parts' | 'choices' | 'title'> & {
  readonly title: Link
}

/** An alert, and the address of the app for its links. */
export interface AlertInApp {
  readonly alert: Alert
  /** Whether a person sends it to test a channel. */
  readonly isTest?: boolean
  readonly publicUrl: string
}

/** The text of an alert, with full links into the app. */
export function messageText({ alert, isTest = false, publicUrl }: AlertInApp): MessageText {
  const { openPath, snoozePath, parts = [] } = alert
  const { title, label, ...text } = partText(alert, publicUrl)
  return {
    ...text,
    title: title.text,
    label: isTest ? 'Test' : parts.length > 1 ? 'Alerts about your tasks' : label,
    open: { text: 'Open in Nano Sync', url: publicUrl + openPath },
    snooze: snoozePath === null ? null : { text: 'Snooze', url: publicUrl + snoozePath },
    parts: parts.length > 1 ? parts.map((part) => partText(part, publicUrl)) : [],
    choices: alert.parts ? { text: settingsLabels.myAlerts, url: `${publicUrl}/settings/my-alerts` } : null,
  }
}

function partText(part: AlertPart, publicUrl: string): MessagePart {
  const { title, kind, reason, fix, tasks, taskCount, openPath } = part
  const moreCount = taskCount - tasks.length
  return {
    title: { text: shortened(title, MAX_TITLE_LENGTH), url: publicUrl + openPath },
    label: alertLabels[kind],
    reason: reason === null ? null : shortened(reason, MAX_REASON_LENGTH),
    fix: fix === null ? null : shortened(fix, MAX_FIX_LENGTH),
    tasks: tasks.map(({ name, type, path }) => ({
      text: shortened(name, MAX_NAME_LENGTH),
      type: shortened(type, MAX_NAME_LENGTH),
      url: publicUrl + path,
    })),
    more: tasks.length > 0 && moreCount > 0 ? `and ${moreCount.toLocaleString('en-US')} more` : null,
  }
}

/** Shortens text to a single line, without characters that end a header or reverse the direction of text. */
export function shortened(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}
