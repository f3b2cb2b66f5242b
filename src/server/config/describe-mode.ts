import { type Config, GOOGLE_ISSUER } from './config.ts'
import type { SheetsSettings } from './google-settings.ts'

interface Mode {
  config: { sheets: Pick<SheetsSettings, 'api'>; signIn: Config['signIn'] }
  /** The account every task may use. */
  sharedAccount: { name: string } | undefined
}

/** Describes which providers this installation uses, for the person who starts it. */
export function describeMode({ config, sharedAccount }: Mode): string {
  const { sheets, signIn } = config
  const signInName =
    signIn.provider === 'embedded' ? 'built in' : signIn.issuer === GOOGLE_ISSUER ? 'Google' : signIn.issuer
  return `Spreadsheets: ${describeSpreadsheets(sheets)}${describeAccount({ config, sharedAccount })}; sign-in: ${signInName}`
}

function describeSpreadsheets({ api }: Pick<SheetsSettings, 'api'>): string {
  if (!api) return 'built in'
  const { hostname } = new URL(api.sheetsUrl)
  return hostname === 'googleapis.com' || hostname.endsWith('.googleapis.com') ? 'Google' : api.sheetsUrl
}

function describeAccount({ config: { sheets, signIn }, sharedAccount }: Mode): string {
  if (!sheets.api) return ''
  if (sharedAccount) return `, as ${sharedAccount.name}`
  return signIn.provider === 'external' ? ', as the owner of each task' : ', without credentials'
}

/** Reports unused credentials, which may be leftovers in the shell from other work. */
export function ignoredCredentials({ sheets }: Pick<Config, 'sheets'>): string[] {
  return sheets.ignoresCredentials ? ['Google credentials are set, but not used, because SHEETS is embedded.'] : []
}

/** Names each unknown variable, which may be a setting with a typo. */
export function describeUnknownSettings({ unknownSettings }: Pick<Config, 'unknownSettings'>): string[] {
  return unknownSettings.map(({ name, meant }) =>
    meant === undefined
      ? `Unknown setting ${name}: nothing reads it. docs/reference/settings.md lists all settings.`
      : `Unknown setting ${name}: did you mean ${meant}?`,
  )
}
