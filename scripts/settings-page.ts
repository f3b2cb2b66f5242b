import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { SETTING_DOCS } from '#server/config/setting-docs.ts'
import { readCommandLine } from './read-command-line.ts'
import { makeSettingsPage } from './settings-page/make-settings-page.ts'

readCommandLine(
  new Command('settings-page').description('Writes docs/reference/settings.md from the settings that the app reads.'),
)
writeFileSync(join(import.meta.dirname, '../docs/reference/settings.md'), makeSettingsPage(SETTING_DOCS))
