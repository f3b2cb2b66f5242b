import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { SETTING_DOCS } from '#server/config/setting-docs.ts'
import { readCommandLine } from './read-command-line.ts'
import { fillTable } from './reference/fill-table.ts'
import { makeSettingsPage } from './reference/make-settings-page.ts'
import { makeReferenceTables } from './reference/reference-tables.ts'

const FOLDER = join(import.meta.dirname, '../docs/reference')

readCommandLine(new Command('reference').description('Writes the settings page and the tables of docs/reference.'))
writeFileSync(join(FOLDER, 'settings.md'), makeSettingsPage(SETTING_DOCS))
for (const table of makeReferenceTables()) {
  const path = join(FOLDER, table.page)
  writeFileSync(path, fillTable(readFileSync(path, 'utf8'), table))
}
