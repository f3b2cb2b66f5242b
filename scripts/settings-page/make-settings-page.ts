import type { SettingName } from '#server/config/config.ts'
import { fileSettingOf } from '#server/config/secret-files.ts'
import { SETTING_GROUPS, type SettingDocs } from '#server/config/setting-docs.ts'

/** `docs/reference/settings.md`. */
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
  const secrets = settings.filter(([, { isSecret }]) => isSecret).map(([name]) => `\`${fileSettingOf(name)}\``)
  return `# Settings

<!-- Generated from src/server/config by npm run settings-page. -->

Settings are environment variables. The app reads them when it starts, and refuses to start with a list of all problems and how to fix them if a value is wrong. An empty setting, such as \`PUBLIC_URL=\`, is a problem too: it may be a variable that was not filled in. A variable that looks like a setting but that nothing reads is named at the start: \`Unknown setting SMTP_URI: did you mean SMTP_URL?\`

[deploy/README.md](../../deploy/README.md) says where to put them with Docker Compose, systemd and Kubernetes.

${tables.join('\n')}
## Secrets in files
Each secret can be in a file instead, which another setting names: ${secrets.slice(0, -1).join(', ')} and ${secrets.at(-1)}. A line break at the end of the file is ignored. To set both is a problem, and so is a file that every user of the machine can read or change: \`chmod 600\` it, or mount it with the mode 0440. The same goes for the file of \`GOOGLE_APPLICATION_CREDENTIALS\` where it holds a key.

## Other variables
Requests to other servers use the proxy of \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\`, and trust the certificates of the system and of \`NODE_EXTRA_CA_CERTS\`. \`OTEL_EXPORTER_OTLP_HEADERS\` adds headers to [traces](../operate/runbook.md#traces).
`
}
