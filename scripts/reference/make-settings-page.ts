import type { SettingName } from '#server/config/config.ts'
import { nameFileSetting } from '#server/config/secret-files.ts'
import { SETTING_GROUPS, type SettingDocs } from '#server/config/setting-docs.ts'

/** Makes the text of `docs/reference/settings.md`. */
export function makeSettingsPage(docs: Readonly<Record<SettingName, SettingDocs>>): string {
  const settings = Object.entries(docs)
  const tables = Object.entries(SETTING_GROUPS).flatMap(([group, heading]) => [
    `## ${heading}`,
    '| setting | default | meaning |',
    '|---|---|---|',
    ...settings
      .filter(([, setting]) => setting.group === group)
      .map(([name, setting]) => `| \`${name}\` | ${setting.default ?? 'none'} | ${setting.meaning} |`),
    '',
  ])
  const secrets = settings.filter(([, { isSecret }]) => isSecret).map(([name]) => `\`${nameFileSetting(name)}\``)
  return `# Settings

<!-- Generated from src/server/config by npm run reference. -->

Settings are environment variables. With a wrong or empty value the app refuses to start, and lists all problems with their fixes. The start names unknown settings: \`Unknown setting SMTP_URI: did you mean SMTP_URL?\`

Where to put them: [systemd](../install/release.md), [Docker Compose](../install/compose.md), [Kubernetes](../install/kubernetes.md).

${tables.join('\n')}
## Secrets in files
Each secret can be in a file instead, which another setting names: ${secrets.slice(0, -1).join(', ')} and ${secrets.at(-1)}. A line break at the end of the file is ignored. Setting both is a problem, and so is a file that every user of the machine can read or change: \`chmod 600\` it, or mount it with the mode 0440. The same goes for a key file of \`GOOGLE_APPLICATION_CREDENTIALS\`.

## Other variables
Requests to other servers use the proxy of \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\`, and trust the certificates of the system and of \`NODE_EXTRA_CA_CERTS\`. \`OTEL_EXPORTER_OTLP_HEADERS\` adds headers to [traces](metrics.md#traces).
`
}
