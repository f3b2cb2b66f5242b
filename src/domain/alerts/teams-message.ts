import type { Link, MessageText } from './message-text.ts'

/**
 * Body for the webhook of a Microsoft Teams workflow: an Adaptive Card. User text goes into `TextRun`s, because a `TextBlock`
 * would read a `*` in a task name as Markdown.
 */
export function teamsMessage({ title, label, reason, fix, tasks, more, open, snooze }: MessageText): object {
  const sentences = [reason, fix].filter((line) => line !== null)
  const body = [
    paragraph([{ ...run(label), isSubtle: true, size: 'Small' }]),
    paragraph([{ ...run(title), weight: 'Bolder', size: 'Large' }]),
    ...sentences.map((line) => paragraph([run(line)])),
    ...tasks.map((task) => ({ ...paragraph([run('• '), linked(task), run(` · ${task.type}`)]), spacing: 'Small' })),
    ...(more ? [{ ...paragraph([run(more)]), spacing: 'Small' }] : []),
  ]
  return {
    type: 'message',
    // Text of the notification.
    summary: `${label}: ${title}`,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          // Minimum version for links in a `TextRun`.
          version: '1.2',
          fallbackText: `${label}: ${title}`,
          msteams: { width: 'Full' },
          body,
          actions: [button(open), ...(snooze ? [button(snooze)] : [])],
        },
      },
    ],
  }
}

function paragraph(inlines: object[]) {
  return { type: 'RichTextBlock', inlines }
}

function run(text: string) {
  return { type: 'TextRun', text }
}

function linked({ text, url }: Link) {
  return { ...run(text), selectAction: { type: 'Action.OpenUrl', url } }
}

function button({ text, url }: Link) {
  return { type: 'Action.OpenUrl', title: text, url }
}
