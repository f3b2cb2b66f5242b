import { escapeHtml } from '#domain/escape-html.ts'
import type { Link, MessagePart, MessageText } from './message-text.ts'

/** An email without its addresses. */
export interface EmailMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Picture of a wave in the HTML part: its content ID and its alternative text. */
export interface EmailPicture {
  readonly contentId: string
  readonly width: number
  readonly height: number
  readonly description: string
}

/* Colors readable on white and on black, because email clients darken the background in various ways. */
const MUTED = 'color:#6b7280'
const BUTTON =
  'display:inline-block;padding:10px 16px;border-radius:6px;background:#1c7ed6;color:#ffffff;text-decoration:none'
const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5'

/**
 * Formats an alert as an email with a text and an HTML part. The HTML has a single column, inline styles, no scripts and
 * nothing to load.
 */
export function emailMessage(alert: MessageText, picture?: EmailPicture): EmailMessage {
  return { subject: alert.title, text: renderText(alert), html: renderHtml(alert, picture) }
}

function renderText({ title, label, parts, open, snooze, choices, ...rest }: MessageText): string {
  const paragraphs = [
    title,
    label,
    ...detailsText(rest),
    ...parts.flatMap((part) => [`${part.title.text}\n${part.title.url}`, ...detailsText(part)]),
    [open, snooze, choices].flatMap((link) => (link ? [linkText(link)] : [])).join('\n'),
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`
}

type Details = Pick<MessagePart, 'reason' | 'fix' | 'tasks' | 'more'>

function detailsText({ reason, fix, tasks, more }: Details): (string | null)[] {
  return [reason, fix, tasks.length > 0 ? [...tasks.map(itemText), ...(more ? [more] : [])].join('\n') : null]
}

function itemText({ text, type, url }: Link & { type: string }): string {
  return `- ${text} (${type}): ${url}`
}

function linkText({ text, url }: Link): string {
  return `${text}: ${url}`
}

function renderHtml(alert: MessageText, picture: EmailPicture | undefined): string {
  const { title, label, parts, open, snooze, choices } = alert
  const rows = [
    paragraph(label, MUTED),
    `<h1 style="margin:0;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...(picture ? [image(picture)] : []),
    ...detailRows(alert),
    ...parts.flatMap((part) => [partTitle(part), paragraph(part.label, MUTED), ...detailRows(part)]),
    [anchor(open, BUTTON), ...[snooze, choices].flatMap((link) => (link ? [anchor(link)] : []))].join(' &nbsp; '),
  ]
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title></head><body style="margin:0;${FONT}">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">',
    ...rows.map((row) => `<tr><td style="padding:8px 16px;overflow-wrap:anywhere">${row}</td></tr>`),
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

function partTitle({ title }: MessagePart): string {
  return `<h2 style="margin:16px 0 0;font-size:17px;line-height:1.3">${anchor(title)}</h2>`
}

function detailRows({ reason, fix, tasks, more }: Details): string[] {
  return [
    ...(reason ? [paragraph(reason)] : []),
    ...(fix ? [`<p style="margin:0"><strong>${escapeHtml(fix)}</strong></p>`] : []),
    ...(tasks.length > 0 ? [itemList(tasks)] : []),
    ...(more ? [paragraph(more, MUTED)] : []),
  ]
}

function paragraph(text: string, style = ''): string {
  return `<p style="margin:0;${style}">${escapeHtml(text)}</p>`
}

function itemList(tasks: MessageText['tasks']): string {
  const items = tasks.map((task) => `<li>${anchor(task)} <span style="${MUTED}">${escapeHtml(task.type)}</span></li>`)
  return `<ul style="margin:0;padding-left:20px">${items.join('')}</ul>`
}

function anchor({ text, url }: Link, style = 'color:#1c7ed6'): string {
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`
}

function image({ contentId, width, height, description }: EmailPicture): string {
  return `<img src="cid:${contentId}" alt="${escapeHtml(description)}" width="${width}" height="${height}" style="max-width:100%;height:auto;border:0">`
}
