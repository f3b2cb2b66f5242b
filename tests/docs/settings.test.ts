import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/config/config.ts'
import { SETTING_DOCS, type SettingDocs } from '#server/config/setting-docs.ts'
import { makeSettingsPage } from '../../scripts/reference/make-settings-page.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/settings.md'), 'utf8')

test('docs/reference/settings.md is what `npm run reference` writes, and has every setting', () => {
  expect(page).toBe(makeSettingsPage(SETTING_DOCS))
  const explained = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  expect(explained.sort()).toEqual([...SETTINGS].sort())
})

test('each default that is a plain value is the one that the app uses', () => {
  const documented = Object.entries(SETTING_DOCS).flatMap(([name, docs]: [string, SettingDocs]) => {
    const [, value] = /^`([^`]+)`$/.exec(docs.default ?? '') ?? []
    return value === undefined ? [] : [[name, value] as const]
  })
  expect(documented.map(([name]) => name)).toEqual(expect.arrayContaining(['HOST', 'PORT', 'HISTORY_MB', 'BACKUPS']))
  // With Google, because these are its quotas.
  const google = { SHEETS: 'google', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', ALLOWED_EMAILS: '@a.example' }
  expect(readConfig({ ...google, ...Object.fromEntries(documented) })).toEqual(readConfig(google))
})
