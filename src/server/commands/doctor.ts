import type { SetupCheck } from '#contract/google-setup.ts'
import type { Config } from '#server/config/config.ts'
import { describeMode } from '#server/config/describe-mode.ts'
import { builtInAccount, isGoogle } from '#server/google/account.ts'
import { openSharedAccount } from '#server/google/shared-account.ts'
import { describeCredentials } from '#server/setup/describe-credentials.ts'
import { settingsInForce } from '#server/setup/google-connection.ts'
import { checkSetup } from '#server/setup/setup-checks.ts'

interface Options {
  environment: Readonly<Record<string, string | undefined>>
  now: () => Date
}

/** Makes the checks of the page 'Connect Google' outside of the app, whether or not the app is running. */
export async function examine(config: Config, { environment, now }: Options): Promise<SetupCheck[]> {
  const { signIn } = config
  const { sheets, isKeyStored } = await settingsInForce(config)
  const sharedAccount = sheets.credentials && (await openSharedAccount(sheets.credentials))
  const needsNone = sheets.api !== undefined && !isGoogle(sheets.api.sheetsUrl)
  return await checkSetup({
    signIn,
    mode: describeMode({ config: { sheets, signIn }, sharedAccount }),
    sheetsUrl: sheets.api?.sheetsUrl,
    driveUrl: sheets.api?.driveUrl,
    isEmbedded: sheets.api === undefined,
    account: sharedAccount ?? (needsNone ? builtInAccount : undefined),
    credentials: describeCredentials({ sheets, signIn, isKeyStored, sharedAccount }),
    publicUrl: config.http.publicUrls[0] ?? `http://${config.http.host}:${config.http.port}`,
    environment,
    now,
  })
}
