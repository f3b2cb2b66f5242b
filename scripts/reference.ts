import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { fillTable } from './reference/fill-table.ts'

const FOLDER = join(import.meta.dirname, '../docs/reference')

readCommandLine(new Command('reference').description('Writes the settings page and the tables of docs/reference.'))
const { SETTING_DOCS } = await import('#server/config/setting-docs.ts')
const { makeSettingsPage } = await import('./reference/make-settings-page.ts')
const { makeReferenceTables } = await import('./reference/reference-tables.ts')

writeFileSync(join(FOLDER, 'settings.md'), makeSettingsPage(SETTING_DOCS))
for (const table of makeReferenceTables()) {
  const path = join(FOLDER, table.page)
  writeFileSync(path, fillTable(readFileSync(path, 'utf8'), table))
}
