import { type Link, type MessageText, shortened } from './message-text.ts'

const MAX_HEADER_LENGTH = 150

/**
 * Body for an incoming Slack webhook. User text goes into `rich_text`, because Slack shows it unchanged: `mrkdwn` would turn a
 * `*` in a task name into bold text and cannot escape it.
 */
export function slackMessage(alert: MessageText): object {
  const { title, label, reason, fix, tasks, more, open, snooze } = alert
  const sentences = [reason, fix].filter((line) => line !== null)
  const lines = sentences.map((line) => ({ type: 'rich_text_section', elements: [plain(`${line}\n`)] }))
  const items = tasks.map((task) => ({ type: 'rich_text_section', elements: [link(task), plain(` · ${task.type}`)] }))
  const links = [link(open), ...(snooze ? [plain('  ·  '), link(snooze)] : [])]
  return {
    // Text of the notification. The blocks hold everything else.
    text: escapeSlack(`${label}: ${title}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortened(title, MAX_HEADER_LENGTH), emoji: false } },
      {
        type: 'rich_text',
        elements: [
          ...lines,
          ...(items.length > 0 ? [{ type: 'rich_text_list', style: 'bullet', elements: items }] : []),
          ...(more ? [{ type: 'rich_text_section', elements: [plain(`${more}\n`)] }] : []),
          { type: 'rich_text_section', elements: links },
        ],
      },
    ],
  }
}

function plain(text: string): object {
  return { type: 'text', text }
}

function link({ text, url }: Link): object {
  return { type: 'link', url, text }
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
