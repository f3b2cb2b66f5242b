import type { NightMessage } from './simulated-night.ts'

/** The titles of the emails shown in full in docs/developers/night.md. */
const SHOWN = [/will fail/, /^42 tasks failed/, /was held/, /^Run All of 04:00/, /recovered/]

/** Formats the received messages as Markdown, without variable parts such as durations. */
export function reportNight(messages: readonly NightMessage[]): string {
  const rows = Map.groupBy(messages, ({ at, title }) => `| ${at} | ${steady(title).replaceAll('|', '\\|')} |`)
  const table = [...rows].map(([row, arrived]) => `${row} ${arrived.map(({ to }) => to).join(', ')} |`)
  const emails = messages.flatMap(({ email, title }) =>
    email && SHOWN.some((pattern) => pattern.test(title))
      ? [`\`\`\`text\n${steady(email.text ?? '').trim()}\n\`\`\``]
      : [],
  )
  return ['| time | message | arrived by |', '|---|---|---|', ...table, '', ...emails].join('\n')
}

/** Removes variable parts from a text. */
function steady(text: string): string {
  return text
    .replaceAll(/spreadsheet [\w-]{40,}/g, 'spreadsheet …')
    .replaceAll(/link=[\w.-]+/g, 'link=…')
    .replaceAll(/, (?:\d+ h )?\d+ (?:s|min)$/gm, ', … min')
    .replaceAll(/^Slowest: .*$/gm, 'Slowest: …')
}
