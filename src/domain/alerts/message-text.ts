import { alertLabels } from '#contract/alert-kind.ts'
import type { Alert } from './alert.ts'

/* Maximum lengths that every receiver accepts, with room for its format. */
const MAX_TITLE_LENGTH = 200
const MAX_REASON_LENGTH = 1200
const MAX_FIX_LENGTH = 400
const MAX_NAME_LENGTH = 120

export interface Link {
  readonly text: string
  readonly url: string
}

/** The parts of an alert, which each channel formats and escapes in its own way. No part has line breaks. */
export interface MessageText {
  readonly title: string
  /** Its topic, in a few words. */
  readonly label: string
  readonly reason: string | null
  readonly fix: string | null
  readonly tasks: readonly (Link & { readonly type: string })[]
  /** That there are more tasks; null if all are listed. */
  readonly more: string | null
  readonly open: Link
  readonly snooze: Link | null
}

/** An alert, and where the app is whose pages it links to. */
export interface AlertInApp {
  readonly alert: Alert
  /** Whether a person sends it to try a channel. */
  readonly isTest?: boolean
  readonly publicUrl: string
}

/** The text of an alert, with full links into the app. */
export function messageText({ alert, isTest = false, publicUrl }: AlertInApp): MessageText {
  const { title, kind, reason, fix, tasks, taskCount, openPath, snoozePath } = alert
  const moreCount = taskCount - tasks.length
  return {
    title: shortened(title, MAX_TITLE_LENGTH),
    label: isTest ? 'Test' : alertLabels[kind],
    reason: reason === null ? null : shortened(reason, MAX_REASON_LENGTH),
    fix: fix === null ? null : shortened(fix, MAX_FIX_LENGTH),
    tasks: tasks.map(({ name, type, path }) => ({
      text: shortened(name, MAX_NAME_LENGTH),
      type: shortened(type, MAX_NAME_LENGTH),
      url: publicUrl + path,
    })),
    more: tasks.length > 0 && moreCount > 0 ? `and ${moreCount.toLocaleString('en-US')} more` : null,
    open: { text: 'Open in Nano Sync', url: publicUrl + openPath },
    snooze: snoozePath === null ? null : { text: 'Snooze', url: publicUrl + snoozePath },
  }
}

/** On one line, and without what could end a header or reverse the direction of what follows. */
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
