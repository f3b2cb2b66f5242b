import { readFileSync } from 'node:fs'
import { gaxios, JWT } from 'google-auth-library'
import { z } from 'zod'
import { explainFailure } from './explain-failure.ts'

/** A Google identity whose credentials may read and write sheets. */
export interface Account {
  /** Its e-mail address: what a spreadsheet is shared with. */
  name: string
  /** The Cloud project whose quota its requests use. */
  project: string
  /** The headers that prove a request to come from it; a network request when the token has run out. */
  authorize(): Promise<Record<string, string>>
}

interface Accounts {
  /**
   * The first of the wanted accounts whose credentials are there, else the one that every task may use.
   * @throws ProviderError no_account
   */
  choose(wanted: readonly string[]): Account
}

interface AccountsConfig {
  sheetsUrl: string
  serviceAccountKeyFile?: string
}

const SCOPES = ['https://www.googleapis.com/auth/spreadsheets']

export function createAccounts(config: AccountsConfig): Accounts {
  const common = commonAccount(config)
  const accounts = common ? [common] : []
  return {
    choose(wanted) {
      const preferred = wanted.map((name) => accounts.find((account) => account.name === name)).find(Boolean)
      const account = preferred ?? common
      if (account) return account
      throw explainFailure({ reason: 'no_account', about: {} })
    },
  }
}

/** The service account; a provider that is not Google's needs none. */
function commonAccount({ sheetsUrl, serviceAccountKeyFile }: AccountsConfig): Account | undefined {
  if (serviceAccountKeyFile !== undefined) return serviceAccount(serviceAccountKeyFile)
  if (isGoogles(sheetsUrl)) return undefined
  return { name: 'the built-in account', project: 'embedded', authorize: async () => ({}) }
}

function isGoogles(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}

const KeyFile = z.object({ client_email: z.string(), private_key: z.string(), project_id: z.string().default('') })

function serviceAccount(keyFile: string): Account {
  const key = KeyFile.safeParse(readJson(keyFile))
  if (!key.success) {
    throw new Error(
      `GOOGLE_APPLICATION_CREDENTIALS: ${keyFile} is not a service account's key file. ` +
        'Make a JSON key for the service account in the Google Cloud console and name that file.',
    )
  }
  const { client_email: name, private_key, project_id: project } = key.data
  const client = new JWT({ email: name, key: private_key, scopes: SCOPES })
  return {
    name,
    project,
    async authorize() {
      try {
        return Object.fromEntries(await client.getRequestHeaders())
      } catch (error) {
        if (error instanceof gaxios.GaxiosError) throw error
        throw explainFailure({ reason: 'unauthenticated', about: { account: name }, cause: error })
      }
    },
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
