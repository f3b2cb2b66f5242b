import { escapeHtml } from '#domain/escape-html.ts'
import type { Link, MessageText } from './message-text.ts'

/** Body for an incoming Google Chat webhook: one card with a plain-text title and HTML paragraphs. */
export function googleChatMessage({ title, label, reason, fix, tasks, more, open, snooze }: MessageText): object {
  const paragraphs = [
    ...[reason, fix].filter((line) => line !== null).map((line) => escapeHtml(line)),
    ...(tasks.length > 0 ? [[...tasks.map(item), ...(more ? [escapeHtml(more)] : [])].join('<br>')] : []),
  ]
  const buttons = [button(open), ...(snooze ? [button(snooze)] : [])]
  return {
    // Text of the notification.
    fallbackText: `${label}: ${title}`,
    cardsV2: [
      {
        cardId: 'alert',
        card: {
          header: { title, subtitle: label },
          sections: [
            {
              widgets: [...paragraphs.map((text) => ({ textParagraph: { text } })), { buttonList: { buttons } }],
            },
          ],
        },
      },
    ],
  }
}

function item({ text, type, url }: Link & { type: string }): string {
  return `• <a href="${escapeHtml(url)}">${escapeHtml(text)}</a> · ${escapeHtml(type)}`
}

function button({ text, url }: Link): object {
  return { text, onClick: { openLink: { url } } }
}
