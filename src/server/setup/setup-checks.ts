import type { SetupCheck } from '#contract/google-setup.ts'
import { settingsLabels } from '#contract/settings-labels.ts'
import { formatDuration } from '#domain/duration.ts'
import { explain } from '#domain/failures/failure.ts'
import { isLoopback } from '#domain/is-loopback.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { ProviderError } from '#engine/provider-error.ts'
import type { Config } from '#server/config/config.ts'
import type { Account } from '#server/google/account.ts'
import { apiProblem, driveProblem, tokenProblem } from '#server/google/probe-account.ts'
import { clockOffsetMs } from './clock-offset.ts'

export interface SetupOptions {
  signIn: Config['signIn']
  /** Sentence about the providers in use. */
  mode: string
  /** Undefined for the embedded spreadsheets, whose server may not be running. */
  sheetsUrl: string | undefined
  /** Undefined for the embedded spreadsheets. */
  driveUrl: string | undefined
  isEmbedded: boolean
  /** Account for reading and writing; undefined without an account. */
  account: Account | undefined
  /** Sentence about the origin of the credentials. */
  credentials: string
  publicUrl: string
  environment: Readonly<Record<string, string | undefined>>
  now: () => Date
}

type Finding = Pick<SetupCheck, 'state' | 'text'> & { link?: SetupCheck['link'] }
type Name = SetupCheck['name']

const titles: Readonly<Record<Name, string>> = {
  mode: 'What is in use',
  sign_in: 'Sign-in',
  public_address: 'Public address',
  proxy: 'Proxy',
  clock: 'Clock',
  key: 'Credentials',
  token: 'Access token',
  api: 'Google Sheets API',
  drive: 'Google Drive API',
}

/** Maximum offset of the clock. Google refuses tokens signed with a larger offset. */
const MAX_CLOCK_OFFSET_MS = 5 * MINUTE_MS
const NOTICEABLE_OFFSET_MS = 30 * SECOND_MS
const MAX_WAIT_MS = 10_000
/** Finding in the terminal, without the app. */
const WITH_THE_APP: Finding = { state: 'waiting', text: 'The embedded spreadsheets are there while the app runs.' }
const NOT_NEEDED: Finding = { state: 'ok', text: 'The embedded spreadsheets need none.' }
/** Finding in the terminal, where nobody is signed in. */
const PER_PERSON: Finding = {
  state: 'waiting',
  text: `Checked in the app, on the page '${settingsLabels.googleSetup}'.`,
}
const NOT_CONNECTED: Finding = { state: 'waiting', text: 'Not connected: built-in spreadsheets are used.' }
const ACCEPTED: Finding = { state: 'ok', text: 'It accepts requests.' }
const LISTS_FILES: Finding = { state: 'ok', text: 'It lists files, and says when a file was edited.' }
const NOT_ASKED: Finding = { state: 'ok', text: 'Not asked: people grant access to spreadsheets alone.' }
const NO_ADDRESS =
  "It names no service account to share spreadsheets with. Create it again with the option --service-account of 'gcloud iam workload-identity-pools create-cred-config'."
const WAITING: Finding = { state: 'waiting', text: 'Waits for the checks above.' }

/** Checks everything a connection to Google needs, in the order of fixing. Never throws for a finding. */
export async function checkSetup(options: SetupOptions): Promise<SetupCheck[]> {
  const [signIn, clock, account] = await Promise.all([checkSignIn(options), checkClock(options), checkAccount(options)])
  const findings: Record<Name, Finding> = {
    mode: { state: options.isEmbedded ? 'warning' : 'ok', text: options.mode },
    sign_in: signIn,
    public_address: checkPublicAddress(options),
    proxy: checkProxy(options.environment),
    clock,
    ...account,
  }
  return (Object.keys(titles) as Name[]).map((name) => ({ name, title: titles[name], link: null, ...findings[name] }))
}

async function checkSignIn({ signIn }: SetupOptions): Promise<Finding> {
  if (signIn.provider === 'embedded') {
    return { state: 'ok', text: 'Built in: anyone who can reach this machine can sign in with any address.' }
  }
  const { issuer } = signIn
  const problem = await unreachable(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (problem === undefined) return { state: 'ok', text: `${issuer} answers.` }
  return {
    state: 'failed',
    text: `${issuer} does not answer (${problem}). Check OIDC_ISSUER, the network and the proxy.`,
  }
}

async function unreachable(url: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(MAX_WAIT_MS) })
    return ok ? undefined : `status ${status}`
  } catch (error) {
    return describeError(error)
  }
}

function checkPublicAddress({ publicUrl, signIn }: SetupOptions): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  if (signIn.provider === 'embedded' || protocol === 'https:' || isLoopback(hostname)) {
    return { state: 'ok', text: `People open ${publicUrl}.` }
  }
  const text = `People open ${publicUrl}, but Google sends people back to https:// addresses only. Put a proxy with a certificate in front, and set PUBLIC_URL to its https:// address.`
  return { state: 'failed', text }
}

function checkProxy(environment: SetupOptions['environment']): Finding {
  const proxy = environment['HTTPS_PROXY'] ?? environment['https_proxy']
  if (!proxy) return { state: 'ok', text: 'None: requests go to Google directly.' }
  // Leave the name and password out of the finding.
  const host = URL.canParse(proxy) ? new URL(proxy).host : undefined
  if (host) return { state: 'ok', text: `Requests to Google go through ${host}.` }
  return { state: 'failed', text: 'HTTPS_PROXY is not a URL. Set it to an address such as http://proxy.example:3128.' }
}

async function checkClock({ sheetsUrl, now }: SetupOptions): Promise<Finding> {
  if (sheetsUrl === undefined) return { state: 'waiting', text: 'Compared with that of Google once Google is used.' }
  try {
    const offsetMs = await clockOffsetMs(sheetsUrl, now)
    return offsetMs === undefined
      ? { state: 'warning', text: 'The server did not say what time it is.' }
      : judge(offsetMs)
  } catch (error) {
    const text = `${sheetsUrl} does not answer (${describeError(error)}). Check the network, the firewall and the proxy.`
    return { state: 'failed', text }
  }
}

function judge(offsetMs: number): Finding {
  const size = Math.abs(offsetMs)
  if (size < NOTICEABLE_OFFSET_MS) return { state: 'ok', text: 'Accurate to within 30 seconds.' }
  const text = `This machine's clock is ${formatDuration(size)} ${offsetMs > 0 ? 'ahead' : 'behind'}. Google refuses sign-ins that are more than a few minutes off: turn on time synchronization (NTP).`
  return { state: size > MAX_CLOCK_OFFSET_MS ? 'failed' : 'warning', text }
}

/** Checks the credentials, their token, and the APIs. Each check requires the success of the previous check. */
async function checkAccount(options: SetupOptions): Promise<Record<'key' | 'token' | 'api' | 'drive', Finding>> {
  const { account, sheetsUrl, credentials, isEmbedded } = options
  const key: Finding = isUnnamedFederation(account)
    ? { state: 'warning', text: `${credentials} ${NO_ADDRESS}` }
    : { state: account || isEmbedded ? 'ok' : 'warning', text: credentials }
  if (!account)
    return isEmbedded
      ? { key, token: NOT_NEEDED, api: WITH_THE_APP, drive: WITH_THE_APP }
      : { key, token: PER_PERSON, api: PER_PERSON, drive: PER_PERSON }
  const refused = await tokenProblem(account)
  if (refused) return { key, token: failed(refused), api: WAITING, drive: WAITING }
  const token: Finding = { state: 'ok', text: `Requests are made as ${account.name}.` }
  if (sheetsUrl === undefined) return { key, token, api: WAITING, drive: WAITING }
  const [problem, drive] = await Promise.all([apiProblem(account, sheetsUrl), checkDrive(account, options)])
  return { key, token, api: problem ? failed(problem) : isEmbedded ? NOT_CONNECTED : ACCEPTED, drive }
}

/**
 * Whether a federation file names no service account. Google accepts such a file, but nobody can share a spreadsheet with it.
 */
function isUnnamedFederation(account: Account | undefined): boolean {
  return account?.credentials === 'federation' && !account.name.includes('@')
}

/** Checks Drive. A refusal is a warning, because copies work without Drive. */
async function checkDrive(account: Account, { driveUrl, now }: SetupOptions): Promise<Finding> {
  if (driveUrl === undefined) return NOT_CONNECTED
  if (!account.authorizeDrive) return NOT_ASKED
  const problem = await driveProblem(account, { driveUrl, now })
  if (!problem) return LISTS_FILES
  const { text, link } = failed(problem)
  return { state: 'warning', text: `${text} Copies work without it.`, link: link ?? null }
}

function failed({ message, failure }: ProviderError): Finding {
  const { action } = explain(failure)
  const link = action?.kind === 'open' ? { label: action.label, url: action.url } : null
  return { state: 'failed', text: message, link }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}
